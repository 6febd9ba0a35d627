package dev.idgen.internal.counter;

import dev.idgen.store.RecentEntries;
import java.util.Map;

/**
 * The least value that each of many counters must have. It keeps about 200 bytes for each idle counter.
 *
 * <p>Beyond {@value #MOST} counters, it forgets the least recently used one. Then it knows as little of that counter as
 * a new process. Counters that have stopped are counted apart, so no number of others displaces them.
 *
 * <p>Thread-safe: its monitor guards both maps.
 */
/*
 * What is lost with a stopped counter: that its numbers repeat. If it is used again after more than that many others
 * have stopped, it goes on from the lower value in the store.
 */
public final class CounterTraces {

    static final int MOST = 100_000;

    private final Map<String, Trace> running = RecentEntries.atMost(MOST);
    private final Map<String, Trace> stopped = RecentEntries.atMost(MOST);

    /**
     * What is known of a counter.
     *
     * @param value the least value that it must have
     * @param note {@link #IN_STORE}, or the lower value at which it was found and stopped
     */
    public record Trace(long value, long note) {

        /** The store had this value. */
        public static final long IN_STORE = Long.MAX_VALUE;

        static final Trace NONE = new Trace(Long.MIN_VALUE, IN_STORE);

        /** Whether anything is known. */
        public boolean isKnown() {
            return !equals(NONE);
        }

        boolean isStopped() {
            return note != IN_STORE;
        }
    }

    /** What is known of a counter. */
    public synchronized Trace get(String counter) {
        Trace lasting = stopped.get(counter);
        return lasting == null ? running.getOrDefault(counter, Trace.NONE) : lasting;
    }

    /** Replaces what is known of a counter. */
    public synchronized void put(String counter, Trace after) {
        boolean lasts = after.isStopped();
        (lasts ? running : stopped).remove(counter);
        if (after.isKnown()) {
            (lasts ? stopped : running).put(counter, after);
        }
    }
}
