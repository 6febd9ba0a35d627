package dev.idgen.internal.counted;

import dev.idgen.internal.setting.SettingRange;
import java.time.Duration;

/**
 * How many numbers are fetched ahead.
 *
 * @param minStep fewest numbers held, from 1
 * @param maxStep most numbers held, from {@code minStep} to 100,000,000
 * @param prefetch for how long the numbers held should last at the current rate, 10 ms to 1 h
 * @param handBack whether what is left when the application ends goes back to the store, if no instance has taken
 *     numbers since
 */
public record SegmentSettings(int minStep, int maxStep, Duration prefetch, boolean handBack) {

    private static final int MOST = 100_000_000;

    /**
     * Returns these settings if they are in range.
     *
     * @param prefix of the properties' names, without a dot at the end
     * @throws dev.idgen.InvalidSettingException if they are not
     */
    public SegmentSettings checked(String prefix) {
        SettingRange.check(prefix + ".min-step", minStep, 1, MOST);
        SettingRange.check(prefix + ".max-step", maxStep, minStep, MOST);
        SettingRange.check(prefix + ".prefetch", prefetch, Duration.ofMillis(10), Duration.ofHours(1));
        return this;
    }

    /**
     * The settings with nothing configured.
     *
     * @param handBack likewise
     */
    public static SegmentSettings defaults(boolean handBack) {
        return new SegmentSettings(100, 10_000_000, Duration.ofSeconds(5), handBack);
    }
}
