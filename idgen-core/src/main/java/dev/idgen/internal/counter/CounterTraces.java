package dev.idgen.internal.counter;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The least value that each of many counters must have. It keeps about 200 bytes for each idle counter.
 *
 * <p>Beyond {@value #MOST} counters, it forgets the least recently used one. Then it knows as little of that counter as
 * a new process. It never forgets counters that were raised or have stopped.
 *
 * <p>Thread-safe: its monitor guards both maps.
 */
public final class CounterTraces {

    static final int MOST = 100_000;

    private final Map<String, Trace> forgettable = new LinkedHashMap<>(16, 0.75f, true) {

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Trace> eldest) {
            return size() > MOST;
        }
    };

    private final Map<String, Trace> kept = new HashMap<>();

    /**
     * What is known of a counter.
     *
     * @param value the least value that it must have
     * @param note {@link #IN_STORE}, {@link #RAISED}, or the lower value at which it was found and stopped
     */
    public record Trace(long value, long note) {

        /** The store had this value. */
        public static final long IN_STORE = -1;

        /** The counter gets this value with its next number. */
        public static final long RAISED = -2;

        static final Trace NONE = new Trace(0, -3);

        /** Whether anything is known. */
        public boolean isKnown() {
            return !equals(NONE);
        }

        /** Whether an operator raised the counter and the store does not know yet. */
        public boolean isRaised() {
            return note == RAISED;
        }

        boolean isStopped() {
            return note >= 0;
        }
    }

    /** What is known of a counter. */
    public synchronized Trace get(String counter) {
        Trace lasting = kept.get(counter);
        return lasting == null ? forgettable.getOrDefault(counter, Trace.NONE) : lasting;
    }

    /** Updates what is known of a counter, and returns it. */
    public synchronized Trace update(String counter, UnaryOperator<Trace> change) {
        Trace after = change.apply(get(counter));
        boolean lasts = after.note() != Trace.IN_STORE;
        (lasts ? forgettable : kept).remove(counter);
        if (after.isKnown()) {
            (lasts ? kept : forgettable).put(counter, after);
        }
        return after;
    }
}
