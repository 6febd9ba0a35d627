package dev.idgen.bucket;

import dev.idgen.InvalidSettingException;
import java.time.Duration;

/**
 * Settings of the bucketed sequence, checked.
 *
 * @param leaseTtl how long a lease's window stays open, 1 to 60 s: the longest outage ridden through is 0.8 of it
 * @param acquireTimeout longest wait of a caller that finds no number, 0 to 60 s
 * @param requestTimeout how long one request to the store may take, 10 ms to half the ttl
 * @param breakerWait how long a bucket that failed is left alone, 50 ms to 60 s
 * @param minStock numbers held when idle, from 1
 * @param maxStock most numbers held, from {@code minStock} to 16,777,216
 * @param maxSkew how far the machine's clock may be from the store's before the store's is used, 10 ms to 1 h
 */
public record SequenceSettings(
        Duration leaseTtl,
        Duration acquireTimeout,
        Duration requestTimeout,
        Duration breakerWait,
        int minStock,
        int maxStock,
        Duration maxSkew) {

    static final Duration LONGEST_TTL = Duration.ofSeconds(60);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final int STOCK_LIMIT = 1 << 24;

    public SequenceSettings {
        checkRange("idgen.sequence.lease-ttl", leaseTtl, Duration.ofSeconds(1), LONGEST_TTL);
        checkRange("idgen.sequence.acquire-timeout", acquireTimeout, Duration.ZERO, MINUTE);
        checkRange("idgen.sequence.request-timeout", requestTimeout, Duration.ofMillis(10), leaseTtl.dividedBy(2));
        checkRange("idgen.sequence.breaker-wait", breakerWait, Duration.ofMillis(50), MINUTE);
        checkRange("idgen.sequence.min-stock", minStock, 1, STOCK_LIMIT);
        checkRange("idgen.sequence.max-stock", maxStock, minStock, STOCK_LIMIT);
        checkRange("idgen.clock.max-skew", maxSkew, Duration.ofMillis(10), Duration.ofHours(1));
    }

    /** The settings with nothing configured. */
    public static SequenceSettings defaults() {
        return new SequenceSettings(
                Duration.ofSeconds(10),
                Duration.ofMillis(500),
                Duration.ofMillis(250),
                Duration.ofMillis(500),
                1024,
                1 << 20,
                Duration.ofSeconds(1));
    }

    private static void checkRange(String property, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw outOfRange(property, text(value), text(min), text(max));
        }
    }

    private static void checkRange(String property, int value, int min, int max) {
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
