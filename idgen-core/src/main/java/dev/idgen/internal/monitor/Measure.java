package dev.idgen.internal.monitor;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * A figure with a name, which can be read at any time by any thread.
 *
 * @param name lower-case words with dots between them
 * @param kind how its values hang together
 * @param unit of the values, in the plural; empty if they have none
 * @param tags what tells it apart from others of the same name
 * @param count how many events there were, for a {@link Kind#TIMER}; else the value
 * @param value reads it; for a timer the sum of all events' durations
 */
public record Measure(
        String name,
        Kind kind,
        String unit,
        String description,
        Map<String, String> tags,
        LongSupplier count,
        DoubleSupplier value) {

    public static final String SECONDS = "seconds";

    /** How the values of a measure hang together. */
    public enum Kind {
        /** Goes up and down. */
        GAUGE,
        /** Only grows. */
        COUNTER,
        /** Counts events and sums up how long they took. */
        TIMER
    }

    public static Measure gauge(String name, String unit, String description, DoubleSupplier value) {
        return new Measure(name, Kind.GAUGE, unit, description, Map.of(), () -> (long) value.getAsDouble(), value);
    }

    public static Measure counter(String name, String unit, String description, LongSupplier value) {
        return new Measure(name, Kind.COUNTER, unit, description, Map.of(), value, value::getAsLong);
    }

    /**
     * Counts events and sums up how long they took.
     *
     * @param seconds the sum of all durations
     */
    public static Measure timer(String name, String description, LongSupplier count, DoubleSupplier seconds) {
        return new Measure(name, Kind.TIMER, SECONDS, description, Map.of(), count, seconds);
    }

    /** The same with another tag. */
    public Measure tagged(String tag, String text) {
        Map<String, String> more = new TreeMap<>(tags);
        more.put(tag, text);
        return new Measure(name, kind, unit, description, Map.copyOf(more), count, value);
    }
}
