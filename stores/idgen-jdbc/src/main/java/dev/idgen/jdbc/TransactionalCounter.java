package dev.idgen.jdbc;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.IdgenException;
import dev.idgen.TransactionRequiredException;
import dev.idgen.jdbc.TransactionalSequences.OwnDatabase;
import dev.idgen.store.CounterChecks;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Counts in the caller's transaction.
 *
 * <p><b>How.</b> One statement over the caller's connection adds to the counter's row, which has the last number
 * issued. The row stays locked until that transaction ends: the next caller waits, and continues after the committed
 * number.
 *
 * <p><b>Guarantee.</b> Committed transactions have the numbers 1 to n, each once, in the order of their commits, as
 * long as the database keeps its commits. Only {@code floor}, a greater {@code start} and {@code raiseTo} skip numbers,
 * and the same transaction records that. A call without a transaction fails.
 *
 * <p>Thread-safe.
 */
/*
 * A transaction of idgen's own creates the row first. If two callers' transactions create it at once, one fails, and
 * InnoDB locks the gap of the missing row. So they only do so where idgen's connection cannot: in the database of a
 * tenant, and where the row was removed since.
 *
 *   Invariant: a committed value <= a value that the row has had on disk.
 *
 * A transaction's first look finds a value that another one committed. Its later looks may find its own value, which
 * may roll back. InnoDB shows others a value before it is on disk; it is there once a later commit returns. So a found
 * value counts once the transaction that found it has committed.
 */
final class TransactionalCounter implements NumberSequence {

    private static final Logger log = LoggerFactory.getLogger(TransactionalCounter.class);

    private final TransactionalSequences all;
    private final String name;
    private final Progression numbers;

    /** The trouble of this counter alone. */
    private volatile @Nullable String fault;

    /** @param name the counter's name in the table */
    TransactionalCounter(TransactionalSequences all, String name, Progression numbers) {
        this.all = all;
        this.name = name;
        this.numbers = numbers;
    }

    @Override
    public long next() {
        return inTransaction(home -> count(home, 1));
    }

    /** {@inheritDoc} They are consecutive. */
    @Override
    public long[] next(int count) {
        long last = inTransaction(home -> count(home, count));
        return LongStream.rangeClosed(last - count + 1, last).toArray();
    }

    /**
     * {@inheritDoc} Always fails: a transaction belongs to its thread, and a number outside it could be issued
     * again.
     */
    @Override
    public CompletableFuture<Long> nextAsync() {
        return CompletableFuture.failedFuture(new TransactionRequiredException(
                all.generator, "an asynchronous call is in none: call next() in the thread of the transaction"));
    }

    /** {@inheritDoc} Calls with the same request key wait for each other, because they lock the counter's row. */
    @Override
    public Optional<String> nextForRequest(String owner, String requestKey, LongFunction<String> id) {
        return Optional.of(inTransaction(home -> {
            all.await(name, all.requestKeys.made(), all.database.time().nanoTime());
            home.dialect().lock(all.jdbc, all.namespace, name);
            return all.requestKeys.find(all.jdbc, owner, requestKey).orElseGet(() -> {
                String made = id.apply(numbers.at(count(home, 1)));
                all.requestKeys.add(all.jdbc, home.dialect(), owner, requestKey, made);
                return made;
            });
        }));
    }

    /** {@inheritDoc} The caller's transaction, if there is one, sees its own numbers, too. */
    @Override
    public long preview() {
        boolean isInTransaction = all.jdbc.isThere();
        long begun = all.database.time().nanoTime();
        Optional<Long> found = isInTransaction
                ? inTransaction(home -> Dialect.value(all.jdbc, all.namespace, name))
                : all.await(name, all.database.run((own, with) -> Dialect.value(own, all.namespace, name)), begun);
        long known = Math.max(all.floor, least());
        return CounterChecks.next(name, numbers, Math.max(known, found.orElse(known)));
    }

    /** The least value in the database of the caller's transaction, or of idgen's own connections. */
    private long least() {
        return all.least(all.jdbc.isThere() ? row() : all.ownRow(name));
    }

    private <T> T inTransaction(Function<OwnDatabase, T> work) {
        all.jdbc.require(all.generator);
        long begun = all.database.time().nanoTime();
        all.waiting.incrementAndGet();
        try {
            T done = work.apply(all.home(name, begun));
            fault = null;
            all.unavailability = null;
            return done;
        } catch (CounterWentBackException | CounterExhaustedException e) {
            fault = e.getMessage();
            throw e;
        } catch (ArithmeticException e) {
            IdgenException exhausted = new CounterExhaustedException(name, numbers.max());
            fault = exhausted.getMessage();
            throw exhausted;
        } catch (TransactionTimedOutException e) { // the transaction's deadline had passed before
            throw all.unavailable(name, Reason.TIMED_OUT, begun, e);
        } catch (DataAccessException e) {
            if (e instanceof BadSqlGrammarException) {
                all.gone.add(name); // the next caller creates tables and row
                all.requestKeys.forgetTable();
            }
            throw all.unavailable(name, SqlErrors.reason(e), begun, SqlErrors.explained(e));
        } finally {
            all.waiting.decrementAndGet();
        }
    }

    // In the caller's transaction

    /** Takes numbers, and returns the last one. */
    private long count(OwnDatabase home, int count) {
        String row = row();
        long delta = numbers.distance(count);
        long least = Math.max(all.floor, all.least(row));
        List<Long> value = home.dialect().take(all.jdbc, all.namespace, name, delta, least, numbers.limit() - delta);
        if (value.isEmpty()) {
            return countFromOutside(home, row, count);
        }
        taken(row, value.get(0) - delta).add(count);
        return numbers.count(value.get(0));
    }

    /** Names the row in the open transaction's database. */
    private String row() {
        ConnectionCallback<String> row = connection -> {
            if (connection.getAutoCommit()) {
                throw new TransactionRequiredException(all.generator, CallersTransaction.ENDED);
            }
            return all.database.name(connection) + name;
        };
        return Objects.requireNonNull(all.jdbc.execute(row));
    }

    /** Skips numbers first, or throws before anything changes. */
    private long countFromOutside(OwnDatabase home, String row, int count) {
        long before = locked(home, row);
        long known = all.least(row);
        long from = Math.max(before, all.floor);
        if (from < known) {
            throw new CounterWentBackException(name, known, before);
        }
        long delta = numbers.distance(count);
        if (CounterChecks.exceeds(from, delta, numbers.limit())) {
            throw CounterChecks.overflow(name, delta, numbers.limit());
        }
        all.write(all.jdbc, name, before, from, from + delta);
        taken(row, before).add(count);
        return numbers.count(from + delta);
    }

    /**
     * Locks the row, and returns its value. Creates it if it was removed, or if the data source has routed the
     * transaction to another database than idgen's own. A row that the transaction cannot see is not created twice.
     */
    private long locked(OwnDatabase home, String row) {
        List<Long> value = home.dialect().lock(all.jdbc, all.namespace, name);
        if (!value.isEmpty()) {
            return value.get(0);
        }
        ConnectionCallback<String> schema = JdbcDatabase::schema;
        if (row.equals(home.database() + name) && !home.schema().equals(all.jdbc.execute(schema))) {
            throw new DataRetrievalFailureException(SqlErrors.UNSEEN);
        }
        home.dialect().create(all.jdbc, all.namespace, name, numbers.at(0));
        return numbers.at(0);
    }

    /** Returns the record of this transaction, and registers it at first. A caller may have a new object each time. */
    private TakenNumbers taken(String row, long found) {
        for (TransactionSynchronization listener : TransactionSynchronizationManager.getSynchronizations()) {
            if (listener instanceof TakenNumbers taken && taken.isOf(all, row)) {
                return taken;
            }
        }
        TakenNumbers first = new TakenNumbers(this, all, row, found);
        TransactionSynchronizationManager.registerSynchronization(first);
        return first;
    }

    /**
     * Reports numbers taken after a commit. The transaction manager is then not a bean, so its commits are not
     * marked.
     */
    void noteTakenTooLate() {
        fault = "numbers of '" + name
                + "' were taken after their transaction had committed, and may be missing or repeat: take"
                + " them in a transaction of its own, with Propagation.REQUIRES_NEW";
        log.error(fault);
    }

    /**
     * {@inheritDoc} In a transaction that numbers can belong to, the change belongs to it, too, and is undone with
     * it. The database records the skipped numbers.
     *
     * @throws IllegalArgumentException if a greater number was committed
     */
    @Override
    public void raiseTo(long number) {
        boolean isInTransaction = all.jdbc.isThere();
        long committed = numbers.count(least());
        if (numbers.count(number) < committed) {
            throw new IllegalArgumentException("'" + name + "' must continue from at least " + numbers.at(committed)
                    + ", which was committed, not " + number);
        }
        if (isInTransaction) {
            inTransaction(home -> {
                String row = row();
                long before = locked(home, row);
                raise(all.jdbc, before, number);
                return taken(row, before);
            });
        } else {
            long begun = all.database.time().nanoTime();
            all.home(name, begun);
            all.await(
                    name,
                    all.database.run((own, with) -> {
                        all.withRow(name, own, with);
                        long before = with.lock(own, all.namespace, name).get(0);
                        raise(own, before, number);
                        return before;
                    }),
                    begun);
            all.noteCommitted(all.ownRow(name), number, 0);
            fault = null;
        }
    }

    private void raise(JdbcTemplate statements, long before, long number) {
        if (number > before) {
            all.write(statements, name, before, number, number);
        }
    }

    @Override
    public Tally tally() {
        return new Tally(all.issued.sum(), 0, all.waiting.get(), numbers.count(all.least(all.ownRow(name))));
    }

    @Override
    public Optional<String> unavailability() {
        return Optional.ofNullable(fault);
    }
}
