package dev.idgen.jdbc;

import dev.idgen.store.AllowedNames;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import dev.idgen.store.RecentEntries;
import dev.idgen.store.TransactionalStore;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Issues consecutive numbers without gaps, each as part of the caller's transaction, see {@link TransactionalCounter}.
 * This is what all counters of a generator share.
 *
 * <p>Thread-safe. Of an idle counter it keeps only a committed value, so there is nothing to close.
 */
final class TransactionalCounters implements KeyedSequences {

    private static final int MOST_VALUES = 100_000;

    final JdbcDatabase database;
    final String namespace;
    final RequestKeys requestKeys;
    final String generator;
    final Progression numbers;
    final long floor;
    final LongAdder issued = new LongAdder();
    final AtomicInteger waiting = new AtomicInteger();

    /**
     * Values that counters had when a transaction committed, so that they must have at least these. Each is found by the
     * names of its database and its counter.
     */
    final Map<String, Long> values = RecentEntries.atMost(MOST_VALUES);

    /** The counters whose table has disappeared. */
    final Set<String> gone = ConcurrentHashMap.newKeySet();

    /** Uses the caller's connection. */
    final CallersTransaction jdbc;

    /** Set once a row exists. */
    volatile @Nullable Home home;

    /** The trouble of the database, not of one counter. */
    volatile @Nullable String unavailability;

    /**
     * Where idgen's own connections count.
     *
     * @param database see {@link JdbcDatabase#name}
     */
    record Home(Dialect dialect, String database, String schema) {}

    TransactionalCounters(
            JdbcDatabase database, String namespace, RequestKeys requestKeys, TransactionalStore.Counting counting) {
        this.database = database;
        this.namespace = namespace;
        this.requestKeys = requestKeys;
        this.generator = counting.generator();
        this.numbers = counting.numbers();
        this.floor = numbers.at(numbers.count(counting.floor()));
        this.jdbc = new CallersTransaction(database.application(), (int)
                Math.max(1, counting.acquireTimeout().plusMillis(999).toSeconds()));
    }

    @Override
    public NumberSequence of(String counter) {
        return new TransactionalCounter(this, AllowedNames.counter(counter));
    }

    @Override
    public NumberSequence.Tally tally() {
        return new NumberSequence.Tally(issued.sum(), 0, waiting.get(), 0);
    }

    @Override
    public Optional<String> unavailability() {
        return Optional.ofNullable(unavailability);
    }
}
