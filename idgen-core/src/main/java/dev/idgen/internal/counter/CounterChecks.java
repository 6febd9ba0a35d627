package dev.idgen.internal.counter;

import dev.idgen.CounterStore;
import dev.idgen.internal.setting.AllowedNames;

/** Checks the arguments of a {@link CounterStore}. Stateless. */
public final class CounterChecks {

    private CounterChecks() {}

    /**
     * Checks the arguments of an addition.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public static void add(String counter, long delta, long floor) {
        AllowedNames.counter(counter);
        if (delta < 1) {
            throw new IllegalArgumentException("delta is " + delta + ", which is less than 1");
        }
        if (floor < 0) {
            throw new IllegalArgumentException("floor is " + floor + ", which is less than 0");
        }
    }

    /**
     * Checks the arguments of undoing an addition.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public static void giveBack(String counter, long expected, long value) {
        AllowedNames.counter(counter);
        if (value < 0 || value > expected) {
            throw new IllegalArgumentException("value is " + value + ", which is not between 0 and " + expected);
        }
    }

    /** Whether an addition exceeds a {@code long}, whatever the counter is. */
    public static boolean exceeds(long delta, long floor) {
        return floor > Long.MAX_VALUE - delta;
    }

    /** The failure of an addition that exceeds a {@code long}. */
    public static ArithmeticException overflow(String counter, long delta) {
        return new ArithmeticException(
                "counter '" + counter + "' would exceed " + Long.MAX_VALUE + " with " + delta + " more");
    }
}
