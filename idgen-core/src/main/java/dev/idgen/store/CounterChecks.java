package dev.idgen.store;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterStore;

/** Checks the arguments of a {@link CounterStore}. Stateless. */
public final class CounterChecks {

    private CounterChecks() {}

    /**
     * Checks the arguments of an addition.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public static void add(String counter, long delta, long limit) {
        AllowedNames.counter(counter);
        if (delta < 0) {
            throw new IllegalArgumentException("delta is " + delta + ", which is less than 0");
        }
        if (limit < 0) {
            throw new IllegalArgumentException("limit is " + limit + ", which is less than 0");
        }
    }

    /**
     * Checks the arguments of undoing an addition.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public static void giveBack(String counter, long expected, long value) {
        AllowedNames.counter(counter);
        if (value > expected) {
            throw new IllegalArgumentException("value is " + value + ", which is more than " + expected);
        }
    }

    /**
     * The number after a value, as a count.
     *
     * @throws CounterExhaustedException if there is none
     */
    public static long next(String counter, Progression numbers, long value) {
        long count = numbers.count(value);
        if (count >= numbers.size()) {
            throw new CounterExhaustedException(counter, numbers.max());
        }
        return count + 1;
    }

    /** Whether an addition to a value, or to a greater one, exceeds the limit. */
    public static boolean exceeds(long value, long delta, long limit) {
        return value > limit - delta;
    }

    /** The failure of an addition that exceeds its limit. */
    public static ArithmeticException overflow(String counter, long delta, long limit) {
        return new ArithmeticException("counter '" + counter + "' would exceed " + limit + " with " + delta + " more");
    }
}
