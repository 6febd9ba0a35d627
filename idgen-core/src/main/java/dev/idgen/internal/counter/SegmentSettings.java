package dev.idgen.internal.counter;

import dev.idgen.internal.setting.SettingRange;
import java.time.Duration;

/**
 * How many numbers to fetch ahead.
 *
 * @param minStep the fewest numbers to hold, from 1
 * @param maxStep the most numbers to hold, from {@code minStep} to 100,000,000
 * @param prefetch how long the held numbers should last at the current rate, 10 ms to 1 h
 * @param giveBack whether unused numbers return to the store when the application ends, if no instance has taken
 *     numbers since
 */
public record SegmentSettings(int minStep, int maxStep, Duration prefetch, boolean giveBack) {

    private static final int MOST = 100_000_000;

    /**
     * Returns these settings.
     *
     * @param prefix the beginning of the properties' names, without the last dot
     * @throws dev.idgen.InvalidSettingException if a setting is out of range
     */
    public SegmentSettings checked(String prefix) {
        SettingRange.check(prefix + ".min-step", minStep, 1, MOST);
        SettingRange.check(prefix + ".max-step", maxStep, minStep, MOST);
        SettingRange.check(prefix + ".prefetch", prefetch, Duration.ofMillis(10), Duration.ofHours(1));
        return this;
    }

    /** The settings if nothing is configured. */
    public static SegmentSettings defaults(boolean giveBack) {
        return new SegmentSettings(100, 10_000_000, Duration.ofSeconds(5), giveBack);
    }
}
