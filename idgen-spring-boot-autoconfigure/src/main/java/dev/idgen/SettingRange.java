package dev.idgen;

import java.time.Duration;

/** Checks that a configuration property is within its range, both ends included. */
public final class SettingRange {

    private SettingRange() {}

    /**
     * Checks a duration.
     *
     * @throws InvalidSettingException if it is out of range
     */
    public static void check(String property, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw outOfRange(property, text(value), text(min), text(max));
        }
    }

    /**
     * Checks a number.
     *
     * @throws InvalidSettingException if it is out of range
     */
    public static void check(String property, long value, long min, long max) {
        if (value < min || value > max) {
            throw outOfRange(property, value, min, max);
        }
    }

    private static InvalidSettingException outOfRange(String property, Object value, Object min, Object max) {
        return new InvalidSettingException(
                property,
                "is " + value + ", which is not between " + min + " and " + max,
                "Set '" + property + "' to a value between " + min + " and " + max + ".");
    }

    /** As it would be written in a configuration file. */
    private static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
