package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.IdgenException;
import dev.idgen.InvalidSettingException;
import dev.idgen.TransactionRequiredException;
import dev.idgen.internal.counted.CountedScheme;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.CounterTraces;
import dev.idgen.internal.counted.CounterTraces.Trace;
import dev.idgen.internal.counted.KeyedSequences;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.setting.StoreNames;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Consecutive numbers without any gap, each a part of the caller's transaction.
 *
 * <p><b>How.</b> The counter's row is locked, read and written over the caller's connection. It stays locked until that
 * transaction ends: the next caller waits, and goes on after what was committed.
 *
 * <p><b>Guarantee.</b> The numbers of the transactions that committed are 1 to n, each once, in the order of their
 * commits, as long as the database keeps what it commits. A number is skipped only by {@code floor} or {@code raiseTo},
 * which is recorded in the same transaction. Without a transaction there is no number.
 *
 * <p>Thread-safe. Of an idle counter it keeps a {@link Trace}, so there is nothing to close.
 */
/*
 * The row is made earlier, in a transaction of its own. In the caller's, two that made it at once would break one
 * transaction, and InnoDB would lock the place where it is missing.
 *
 *   a trace that is not raised <= what the row has been on the disk
 * What a transaction finds when it looks first is another's and committed; what it finds later may be its own, and may
 * be rolled back. InnoDB lets others find it before it is on the disk, where it is when a commit after it has been
 * answered: so what was found counts once the transaction that found it has committed.
 */
final class TransactionalCounters implements KeyedSequences {

    private static final String UNSEEN =
            "the connection of this transaction has no table idgen_counter in its schema: the table was removed, or the connection has"
                    + " another schema than idgen's. PostgreSQL takes HikariCP's 'schema' back with a first rollback if 'auto-commit' is"
                    + " false: name the schema in the URL, by 'currentSchema'";

    private static final Logger log = LoggerFactory.getLogger(TransactionalCounters.class);

    private static final String WRITE =
            "UPDATE idgen_counter SET counter_value = ? WHERE namespace = ? AND counter_name = ?";
    private static final String RECORD_GAP =
            "INSERT INTO idgen_counter_gap (namespace, counter_name, gap_from, gap_to, skipped_at) VALUES (?, ?, ?, ?, ?)";

    /** The first request of an application makes a connection. */
    private static final Duration MOST_FOR_THE_ROW = Duration.ofSeconds(10);

    private final JdbcDatabase database;
    private final String namespace;
    private final Region region;
    private final CountedScheme scheme;
    private final int timeoutSeconds;
    private final CallersTransaction transaction;
    private final LongAdder issued = new LongAdder();
    private final AtomicInteger waiting = new AtomicInteger();
    private final long floor;
    private final CounterTraces traces = new CounterTraces();

    /** The counters whose row was there and is not any more. */
    private final Set<String> gone = ConcurrentHashMap.newKeySet();

    /** Over the caller's connection. Set up before {@link #dialect}. */
    private final JdbcTemplate jdbc;

    /** Known if a row has been made. */
    private volatile @Nullable Dialect dialect;

    /** Of the database, not of one counter. */
    private volatile @Nullable String trouble;

    /** What a transaction has taken of a counter: it is found among the transaction's synchronizations. */
    private static final class Taken extends CommitListening.Mark {

        private final Counter counter;
        private final long found;
        private long count;

        /** @param found what the row was when the transaction looked first */
        Taken(Counter counter, long found) {
            this.counter = counter;
            this.found = found;
        }

        @Override
        public void afterCompletion(int status) {
            if (status != STATUS_COMMITTED) {
                return;
            }
            if (sawTheCommit()) {
                counter.noteCommitted(found, count);
            } else {
                counter.noteTakenTooLate();
            }
        }
    }

    TransactionalCounters(
            JdbcDatabase database, String namespace, CounterSettings settings, Region region, CountedScheme scheme) {
        this.database = database;
        this.namespace = namespace;
        this.region = region;
        this.scheme = scheme;
        this.floor = region.numberAt(settings.floor());
        this.timeoutSeconds =
                (int) Math.max(1, settings.acquireTimeout().plusMillis(999).toSeconds());
        this.transaction = new CallersTransaction(database.application());
        this.jdbc = new JdbcTemplate(database.application());
        jdbc.setExceptionTranslator(Dialect.translator());
    }

    @Override
    public NumberSequence of(String counter) {
        return new Counter(StoreNames.counter(counter));
    }

    @Override
    public NumberSequence.Tally tally() {
        return new NumberSequence.Tally(issued.sum(), 0, waiting.get(), 0);
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    private final class Counter implements NumberSequence {

        private final String name;

        /** Whether the row is known to be there. */
        private volatile boolean made;

        /** Of this counter alone. */
        private volatile @Nullable String fault;

        /** @param name in the table */
        Counter(String name) {
            this.name = name;
            this.made = traces.get(name).isKnown();
        }

        @Override
        public long next() {
            return take(1);
        }

        /** {@inheritDoc} They are consecutive. */
        @Override
        public long[] next(int count) {
            long last = take(count);
            return LongStream.rangeClosed(last - count + 1, last).toArray();
        }

        /** {@inheritDoc} Fails: a transaction is its thread's, and a number without it would be issued again. */
        @Override
        public CompletableFuture<Long> nextAsync() {
            return CompletableFuture.failedFuture(new TransactionRequiredException(
                    scheme.generator(),
                    "an asynchronous call is in none: call next() in the thread of the transaction"));
        }

        /** Takes numbers, and returns the last one. */
        private long take(int count) {
            transaction.require(scheme.generator());
            long begun = database.time().nanoTime();
            waiting.incrementAndGet();
            try {
                long last = count(dialect(begun), count);
                fault = null;
                trouble = null;
                return last;
            } catch (CounterWentBackException | CounterExhaustedException e) {
                fault = e.getMessage();
                throw e;
            } catch (TransactionTimedOutException e) { // the transaction's deadline had passed before
                throw unavailable(Reason.TIMED_OUT, begun, e);
            } catch (BadSqlGrammarException e) {
                gone.add(name); // the next caller makes table and row
                throw unavailable(
                        Reason.FAILED, begun, Dialect.isTableMissing(e) ? new IllegalStateException(UNSEEN, e) : e);
            } catch (QueryTimeoutException e) {
                throw unavailable(Reason.LOCKED, begun, e);
            } catch (PessimisticLockingFailureException e) {
                throw unavailable(Reason.CONFLICT, begun, e);
            } catch (DataAccessException e) {
                throw unavailable(Reason.FAILED, begun, e);
            } finally {
                waiting.decrementAndGet();
            }
        }

        // In the caller's transaction

        private long count(Dialect with, int count) {
            if (Boolean.TRUE.equals(jdbc.execute((ConnectionCallback<Boolean>) Connection::getAutoCommit))) {
                throw new TransactionRequiredException(scheme.generator(), CallersTransaction.ENDED);
            }
            List<Long> row = with.lock(jdbc, namespace, name);
            if (row.isEmpty()) {
                gone.add(name); // the next caller makes it
                throw new CannotAcquireLockException("there is no row of '" + name
                        + "' in idgen_counter that this transaction can see: it was made later, or removed");
            }
            long before = row.get(0);
            long from = goOnFrom(before);
            long value = sum(from, region.spread(count));
            long last = region.count(value);
            scheme.number(last); // or it fails before anything is changed
            if (from > before) {
                jdbc.update(
                        RECORD_GAP,
                        namespace,
                        name,
                        before + 1,
                        from,
                        database.time().millis());
            }
            if (jdbc.update(WRITE, value, namespace, name) != 1) {
                throw new CannotAcquireLockException("the row is not there any more: " + WRITE);
            }
            taken(before).count += count;
            return last;
        }

        /** What this transaction takes. */
        private Taken taken(long found) {
            for (TransactionSynchronization its : TransactionSynchronizationManager.getSynchronizations()) {
                if (its instanceof Taken taken && taken.counter.isSame(this)) {
                    return taken;
                }
            }
            Taken first = new Taken(this, found);
            TransactionSynchronizationManager.registerSynchronization(first);
            return first;
        }

        /** Of the same row: a caller may get another object for each number. */
        private boolean isSame(Counter other) {
            return name.equals(other.name) && other.isOf(TransactionalCounters.this);
        }

        private boolean isOf(TransactionalCounters all) {
            return TransactionalCounters.this == all;
        }

        private long goOnFrom(long before) {
            Trace known = traces.get(name);
            long from = Math.max(Math.max(before, floor), known.isRaised() ? known.value() : 0);
            if (from < known.value()) {
                throw new CounterWentBackException(name, known.value(), before);
            }
            return from;
        }

        private void noteCommitted(long found, long count) {
            issued.add(count);
            traces.update(name, known -> found < known.value() ? known : new Trace(found, Trace.IN_STORE));
        }

        /** In a transaction of a manager that is no bean of the application, so that its commits are not marked. */
        private void noteTakenTooLate() {
            fault = "numbers of '" + name
                    + "' were taken after their transaction had committed, and may be missing or come again: take"
                    + " them in a transaction of its own, with Propagation.REQUIRES_NEW";
            log.error(fault);
        }

        private long sum(long from, long delta) {
            try {
                return Math.addExact(from, delta);
            } catch (ArithmeticException e) {
                throw new CounterExhaustedException(name, Long.MAX_VALUE);
            }
        }

        // Outside of it

        /** Once the row is there. */
        private Dialect dialect(long begun) {
            Dialect known = dialect;
            if (known == null || !made || gone.contains(name)) {
                known = madeRow(begun);
                if (known.hasStatementTimeouts()) {
                    jdbc.setQueryTimeout(timeoutSeconds); // unless the transaction has a timeout, which goes before
                }
                dialect = known;
                made = true;
                gone.remove(name);
            }
            return known;
        }

        /** @throws InvalidSettingException if the database may end the row's lock before the transaction */
        private Dialect madeRow(long begun) {
            try {
                return database.run((jdbc, dialect) -> {
                            dialect.requireSupport().create(jdbc, namespace, name);
                            return dialect;
                        })
                        .toCompletableFuture()
                        .get(MOST_FOR_THE_ROW.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unavailable(Reason.INTERRUPTED, begun, null);
            } catch (TimeoutException e) {
                throw unavailable(Reason.TIMED_OUT, begun, null);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InvalidSettingException unsupported) {
                    throw unsupported;
                }
                throw unavailable(Reason.FAILED, begun, e.getCause());
            }
        }

        private IdgenException unavailable(Reason reason, long begun, @Nullable Throwable cause) {
            long waited = TimeUnit.NANOSECONDS.toMillis(database.time().nanoTime() - begun);
            IdgenException failure = new CounterUnavailableException(name, reason, waited, cause);
            if (reason == Reason.FAILED || reason == Reason.TIMED_OUT) {
                trouble = failure.getMessage();
            }
            return failure;
        }

        /**
         * {@inheritDoc} The next transaction does so that takes a number, and records what is skipped; if it is rolled
         * back, the one after it.
         *
         * @throws IllegalArgumentException if greater ones were committed
         */
        @Override
        public void raiseTo(long number) {
            traces.update(name, known -> {
                long least = region.count(known.value());
                if (number < least) {
                    throw new IllegalArgumentException("'" + name + "' must continue from at least "
                            + region.numberAt(least) + ", which was committed, not " + region.numberAt(number));
                }
                return new Trace(region.numberAt(number), Trace.RAISED);
            });
            fault = null;
        }

        @Override
        public Tally tally() {
            return new Tally(
                    issued.sum(),
                    0,
                    waiting.get(),
                    region.count(traces.get(name).value()));
        }

        @Override
        public Optional<String> trouble() {
            return Optional.ofNullable(fault);
        }

        @Override
        public void close() {}
    }
}
