package dev.idgen.jdbc;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.IdgenException;
import dev.idgen.InvalidSettingException;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import dev.idgen.store.RecentEntries;
import dev.idgen.store.TransactionalStore;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Issues consecutive numbers without gaps, each as part of the caller's transaction, see {@link TransactionalCounter}.
 * This is what all counters of a generator share.
 *
 * <p>Thread-safe. Of an idle counter it keeps only a committed value, so there is nothing to close.
 */
final class TransactionalSequences implements KeyedSequences {

    private static final String RECORD_GAP =
            "INSERT INTO idgen_counter_gap (namespace, counter_name, gap_from, gap_to, skipped_at) VALUES (?, ?, ?, ?, ?)";

    private static final int MOST_VALUES = 100_000;

    /** Enough for an application's first request, which opens a connection. */
    private static final Duration MOST_FOR_THE_ROW = Duration.ofSeconds(10);

    final JdbcDatabase database;
    final String namespace;
    final RequestKeys requestKeys;
    final String generator;
    final Progression numbers;
    final long floor;
    final LongAdder issued = new LongAdder();
    final AtomicInteger waiting = new AtomicInteger();

    /**
     * Values that counters had when a transaction committed, so that they must have at least these. Each is found by
     * the names of its database and its counter.
     */
    private final Map<String, Long> values = RecentEntries.atMost(MOST_VALUES);

    /** The counters whose table has disappeared. */
    final Set<String> gone = ConcurrentHashMap.newKeySet();

    /** Uses the caller's connection. */
    final CallersTransaction jdbc;

    /** Set once a row exists. */
    private volatile @Nullable OwnDatabase home;

    /** The trouble of the database, not of one counter. */
    volatile @Nullable String unavailability;

    /**
     * Where idgen's own connections count.
     *
     * @param database see {@link JdbcDatabase#name}
     */
    record OwnDatabase(Dialect dialect, String database, String schema) {}

    TransactionalSequences(
            JdbcDatabase database, String namespace, RequestKeys requestKeys, TransactionalStore.Counting counting) {
        this.database = database;
        this.namespace = namespace;
        this.requestKeys = requestKeys;
        this.generator = counting.generator();
        this.numbers = counting.numbers();
        this.floor = numbers.at(numbers.count(counting.floor()));
        this.jdbc = new CallersTransaction(database.application(), (int)
                Math.max(1, counting.acquireTimeout().plusMillis(999).toSeconds()));
        database.onStart(() -> {
            home = null;
            values.clear();
        });
    }

    @Override
    public NumberSequence of(String counter, long max) {
        return new TransactionalCounter(this, AllowedNames.counter(counter), numbers.upTo(max));
    }

    @Override
    public NumberSequence.Tally tally() {
        return new NumberSequence.Tally(issued.sum(), 0, waiting.get(), 0);
    }

    @Override
    public Optional<String> unavailability() {
        return Optional.ofNullable(unavailability);
    }

    /** Returns where idgen counts, once the row exists there. */
    OwnDatabase home(String name, long begun) {
        OwnDatabase known = home;
        if (known == null || !values.containsKey(known.database() + name) || gone.contains(name)) {
            known = await(name, database.run((statements, with) -> withRow(name, statements, with)), begun);
            home = known;
            noteCommitted(known.database() + name, numbers.at(0), 0);
            gone.remove(name);
        }
        return known;
    }

    /**
     * Creates a counter's row if needed, and returns where.
     *
     * @throws InvalidSettingException if the database may release the row's lock before the transaction ends
     */
    OwnDatabase withRow(String name, JdbcTemplate statements, Dialect with) {
        with.requireSupport().create(statements, namespace, name, numbers.at(0));
        ConnectionCallback<OwnDatabase> home =
                own -> new OwnDatabase(with, database.name(own), JdbcDatabase.schema(own));
        return Objects.requireNonNull(statements.execute(home));
    }

    /** Writes a locked row, and records the numbers after {@code before} up to {@code from} as skipped. */
    void write(JdbcTemplate statements, String name, long before, long from, long value) {
        long issued = Math.max(0, before);
        if (from > issued) {
            statements.update(
                    RECORD_GAP,
                    namespace,
                    name,
                    issued + 1,
                    from,
                    database.time().millis());
        }
        if (statements.update(Dialect.WRITE, value, namespace, name) != 1) {
            throw new CannotAcquireLockException("the row was removed meanwhile: " + Dialect.WRITE);
        }
    }

    /** Waits for idgen's own work, with a deadline. */
    <T> T await(String name, CompletionStage<T> work, long begun) {
        try {
            return work.toCompletableFuture().get(MOST_FOR_THE_ROW.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(name, Reason.INTERRUPTED, begun, null);
        } catch (TimeoutException e) {
            throw unavailable(name, Reason.TIMED_OUT, begun, null);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InvalidSettingException unsupported) {
                throw unsupported;
            }
            throw unavailable(name, Reason.FAILED, begun, e.getCause());
        }
    }

    /** Returns the failure of a call, and notes it unless it concerns one counter alone. */
    IdgenException unavailable(String name, Reason reason, long begun, @Nullable Throwable cause) {
        long waited = TimeUnit.NANOSECONDS.toMillis(database.time().nanoTime() - begun);
        IdgenException failure = new CounterUnavailableException(name, reason, waited, cause);
        if (reason == Reason.FAILED || reason == Reason.TIMED_OUT) {
            unavailability = failure.getMessage();
        }
        return failure;
    }

    /** Names the row in the database of idgen's own connections. */
    String ownRow(String name) {
        OwnDatabase known = home;
        return (known == null ? "" : known.database()) + name;
    }

    /** The least value that the counter must have; {@link Long#MIN_VALUE} if none is known. */
    long least(String row) {
        return values.getOrDefault(row, Long.MIN_VALUE);
    }

    /** @param found a value of the row that was committed */
    void noteCommitted(String row, long found, long count) {
        issued.add(count);
        values.merge(row, found, Math::max);
    }
}
