package dev.idgen.internal.counted;

import dev.idgen.internal.counted.CounterTraces.Trace;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Counters of a generator with keys. One is open while a caller waits for its number; in between only its {@link Trace}
 * is kept. Each has a queue and requests of its own, so that callers wait for those of the same key alone. Thread-safe.
 */
/*
 * Entering and leaving are done in ConcurrentHashMap.compute, which is atomic for a name:
 *   a counter is in the map  <=>  it has users;   what it has seen is noted when the last one leaves, and read when the
 *   next one comes. So there are never two open counters of one name, of which one would not know what the other has
 *   seen. The lock that compute holds may be another name's, too; nothing is waited for under it.
 */
final class KeyedCounters implements AutoCloseable {

    private final BiFunction<String, Trace, GuardedCounter> sources;
    private final Function<GuardedCounter, MergedCounter> merging;
    private final ConcurrentMap<String, Open> open = new ConcurrentHashMap<>();
    private final CounterTraces traces = new CounterTraces();
    private final LongAdder issued = new LongAdder();
    private volatile boolean closed;

    private static final class Open {

        private final GuardedCounter source;
        private final MergedCounter counter;
        private int users;

        Open(GuardedCounter source, MergedCounter counter) {
            this.source = source;
            this.counter = counter;
        }
    }

    /**
     * @param sources makes the counter of a name, which goes on from what is known of it
     * @param merging makes the queue before a counter
     */
    KeyedCounters(BiFunction<String, Trace, GuardedCounter> sources, Function<GuardedCounter, MergedCounter> merging) {
        this.sources = sources;
        this.merging = merging;
    }

    /** The counter of a name, to be left after use. */
    MergedCounter enter(String name) {
        MergedCounter counter = open.compute(name, (its, known) -> {
                    Open one = known == null ? open(its) : known;
                    one.users++;
                    return one;
                })
                .counter;
        if (closed) {
            counter.close(); // it may have come into the map after those there were closed
        }
        return counter;
    }

    private Open open(String name) {
        GuardedCounter source = sources.apply(name, traces.get(name));
        return new Open(source, merging.apply(source));
    }

    void leave(String name) {
        open.computeIfPresent(name, (its, one) -> {
            if (--one.users > 0) {
                return one;
            }
            traces.update(name, before -> one.source.trace());
            return null;
        });
    }

    /** Numbers given to callers. */
    LongAdder issued() {
        return issued;
    }

    /** How many counters are open. */
    int openCounters() {
        return open.size();
    }

    long waiting() {
        return open.values().stream()
                .mapToLong(one -> one.counter.tally().waiting())
                .sum();
    }

    @Override
    public void close() {
        closed = true;
        open.values().forEach(one -> one.counter.close());
    }
}
