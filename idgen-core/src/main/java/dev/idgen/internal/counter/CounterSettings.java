package dev.idgen.internal.counter;

import dev.idgen.internal.setting.SettingRange;
import java.time.Duration;

/**
 * Checked settings of a counter.
 *
 * @param acquireTimeout how long a caller may wait for a number, 0 to 60 s
 * @param floor this number and those before it count as issued; -1 or more, because a {@code decimal-id} counts from 0
 */
public record CounterSettings(Duration acquireTimeout, long floor) {

    private static final Duration MINUTE = Duration.ofSeconds(60);

    /**
     * Returns these settings.
     *
     * @param prefix the beginning of the properties' names, without the last dot
     * @throws dev.idgen.InvalidSettingException if a setting is out of range
     */
    public CounterSettings checked(String prefix) {
        SettingRange.check(prefix + ".acquire-timeout", acquireTimeout, Duration.ZERO, MINUTE);
        SettingRange.check(prefix + ".floor", floor, -1, Long.MAX_VALUE);
        return this;
    }

    /** The settings if nothing is configured. */
    public static CounterSettings defaults() {
        return new CounterSettings(Duration.ofSeconds(1), -1);
    }
}
