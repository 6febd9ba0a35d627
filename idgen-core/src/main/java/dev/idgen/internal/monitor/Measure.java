package dev.idgen.internal.monitor;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * A figure with a name. Any thread may read it at any time.
 *
 * @param name lower-case words, separated by dots
 * @param unit the values' unit, in the plural; empty if they have none
 * @param tags distinguish measures with the same name
 * @param count for a {@link Kind#TIMER} the number of events, otherwise the value
 * @param value for a timer the sum of all durations, otherwise the value
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

    /** How a measure's values behave. */
    public enum Kind {
        /** Goes up and down. */
        GAUGE,
        /** Only grows. */
        COUNTER,
        /** Counts events and adds up their durations. */
        TIMER
    }

    public static Measure gauge(String name, String unit, String description, DoubleSupplier value) {
        return new Measure(name, Kind.GAUGE, unit, description, Map.of(), () -> (long) value.getAsDouble(), value);
    }

    public static Measure counter(String name, String unit, String description, LongSupplier value) {
        return new Measure(name, Kind.COUNTER, unit, description, Map.of(), value, value::getAsLong);
    }

    /**
     * Counts events and adds up their durations.
     *
     * @param seconds the sum of all durations
     */
    public static Measure timer(String name, String description, LongSupplier count, DoubleSupplier seconds) {
        return new Measure(name, Kind.TIMER, SECONDS, description, Map.of(), count, seconds);
    }

    /** A copy with another tag. */
    public Measure tagged(String tag, String text) {
        Map<String, String> more = new TreeMap<>(tags);
        more.put(tag, text);
        return new Measure(name, kind, unit, description, Map.copyOf(more), count, value);
    }
}
