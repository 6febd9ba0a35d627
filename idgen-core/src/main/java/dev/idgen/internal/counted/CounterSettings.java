package dev.idgen.internal.counted;

import dev.idgen.SettingRange;
import java.time.Duration;

/**
 * Settings of what a store counts, checked.
 *
 * @param acquireTimeout longest wait of a caller for a number, 0 to 60 s
 * @param floor so many numbers count as issued, from 0; of a region, so many of its own
 */
public record CounterSettings(Duration acquireTimeout, long floor) {

    private static final Duration MINUTE = Duration.ofSeconds(60);

    /**
     * Returns these settings if they are in range.
     *
     * @param prefix of the properties' names, without a dot at the end
     * @throws dev.idgen.InvalidSettingException if they are not
     */
    public CounterSettings checked(String prefix) {
        SettingRange.check(prefix + ".acquire-timeout", acquireTimeout, Duration.ZERO, MINUTE);
        SettingRange.check(prefix + ".floor", floor, 0, Long.MAX_VALUE);
        return this;
    }

    /** The settings with nothing configured. */
    public static CounterSettings defaults() {
        return new CounterSettings(Duration.ofSeconds(1), 0);
    }
}
