package dev.idgen.internal.setting;

import dev.idgen.InvalidSettingException;
import java.time.Duration;

/** Checks that a configuration property is within its range, bounds included. */
public final class SettingRange {

    private static final int NANOS_PER_MILLI = 1_000_000;

    /** Durations of fewer seconds than this fit a {@code long} in milliseconds. */
    private static final long LONGEST_IN_MILLIS = Long.MAX_VALUE / 1000;

    private SettingRange() {}

    /**
     * Checks a duration.
     *
     * @throws InvalidSettingException if it is out of range
     */
    public static void check(String property, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw outOfRange(property, "a value with a unit,", text(value), text(min), text(max));
        }
    }

    /**
     * Checks a number.
     *
     * @throws InvalidSettingException if it is out of range
     */
    public static void check(String property, long value, long min, long max) {
        if (value < min || value > max) {
            throw outOfRange(property, "a value", value, min, max);
        }
    }

    private static InvalidSettingException outOfRange(
            String property, String allowed, Object value, Object min, Object max) {
        return new InvalidSettingException(
                property,
                "is " + value + ", which is not between " + min + " and " + max,
                "Set '" + property + "' to " + allowed + " between " + min + " and " + max + ".");
    }

    /**
     * The duration as in a configuration file, for example {@code 500ms}. If it has no such form, it is in ISO 8601:
     * {@code PT0.000001S}.
     */
    private static String text(Duration duration) {
        if (duration.toNanosPart() == 0) {
            return duration.toSeconds() + "s";
        }
        boolean isMillis =
                duration.toNanosPart() % NANOS_PER_MILLI == 0 && duration.abs().toSeconds() < LONGEST_IN_MILLIS;
        return isMillis ? duration.toMillis() + "ms" : duration.toString();
    }
}
