package dev.idgen.internal.counted;

import dev.idgen.internal.counted.CounterTraces.Trace;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The counters of a generator with keys. A counter is open while callers wait for its numbers; otherwise only its
 * {@link Trace} is kept. Each counter has its own queue and requests, so callers wait only for others with the same
 * key. Thread-safe.
 */
/*
 * Callers enter and leave in ConcurrentHashMap.compute, which is atomic for a name: a counter is in the map <=> it has
 * users. The last user to leave stores what the counter has seen, and the next one to enter reads it. So there are
 * never two open counters of one name, one of which does not know what the other has seen. The lock of compute may also
 * cover other names; no code waits while it holds the lock.
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
     * @param sources makes the counter of a name; it continues from what is known of it
     * @param merging makes the queue in front of a counter
     */
    KeyedCounters(BiFunction<String, Trace, GuardedCounter> sources, Function<GuardedCounter, MergedCounter> merging) {
        this.sources = sources;
        this.merging = merging;
    }

    /** Opens the counter of a name. The caller must {@link #leave} it after use. */
    MergedCounter enter(String name) {
        MergedCounter counter = open.compute(name, (its, known) -> {
                    Open one = known == null ? open(its) : known;
                    one.users++;
                    return one;
                })
                .counter;
        if (closed) {
            counter.close(); // it may have entered the map after the others were closed
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
