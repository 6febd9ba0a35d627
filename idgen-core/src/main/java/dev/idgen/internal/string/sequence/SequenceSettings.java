package dev.idgen.internal.string.sequence;

import dev.idgen.internal.setting.SettingRange;
import java.time.Duration;

/**
 * Checked settings of the bucketed sequence.
 *
 * @param leaseTtl how long a lease's window stays open, 1 to 60 s. Ids continue through an outage of up to 0.8 of it
 * @param acquireTimeout how long a caller that finds no number may wait, 0 to 60 s
 * @param requestTimeout how long one request to the store may take, 10 ms to half the ttl
 * @param breakerWait how long a bucket is skipped after a failure, 50 ms to 60 s
 * @param maxSkew the greatest difference between the machine's clock and the store's at which the machine's is used, 10
 *     ms to 1 h
 * @param instance the name of this instance in the store; empty if it writes none
 */
public record SequenceSettings(
        Duration leaseTtl,
        Duration acquireTimeout,
        Duration requestTimeout,
        Duration breakerWait,
        Duration maxSkew,
        String instance) {

    private static final Duration MINUTE = Duration.ofSeconds(60);

    public SequenceSettings {
        SettingRange.check("idgen.sequence.lease-ttl", leaseTtl, Duration.ofSeconds(1), MINUTE);
        SettingRange.check("idgen.sequence.acquire-timeout", acquireTimeout, Duration.ZERO, MINUTE);
        SettingRange.check(
                "idgen.sequence.request-timeout", requestTimeout, Duration.ofMillis(10), leaseTtl.dividedBy(2));
        SettingRange.check("idgen.sequence.breaker-wait", breakerWait, Duration.ofMillis(50), MINUTE);
        SettingRange.check("idgen.clock.max-skew", maxSkew, Duration.ofMillis(10), Duration.ofHours(1));
    }

    /** The settings if nothing is configured. */
    public static SequenceSettings defaults() {
        return new SequenceSettings(
                Duration.ofSeconds(45),
                Duration.ofMillis(500),
                Duration.ofMillis(250),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                "");
    }
}
