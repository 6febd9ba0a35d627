package dev.idgen.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The value that each of many counters had when a transaction committed, so that it must have at least this one. Beyond
 * {@value #MOST} counters, the least recently used one is forgotten. Then as little is known of it as in a new process.
 * Thread-safe: its monitor guards the map.
 */
final class CommittedValues {

    private static final int MOST = 100_000;

    private final Map<String, Long> values = new LinkedHashMap<>(16, 0.75f, true) {

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    synchronized boolean isKnown(String counter) {
        return values.containsKey(counter);
    }

    /** The least value that a counter must have; {@link Long#MIN_VALUE} if none is known. */
    synchronized long least(String counter) {
        return values.getOrDefault(counter, Long.MIN_VALUE);
    }

    /** Notes a committed value, unless a greater one is known. */
    synchronized void note(String counter, long value) {
        values.merge(counter, value, Math::max);
    }
}
