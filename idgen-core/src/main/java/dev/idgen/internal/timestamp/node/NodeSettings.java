package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.setting.SettingRange;
import java.time.Duration;
import java.util.Set;

/**
 * Checked settings of leased node ids.
 *
 * @param leaseTtl how long a lease's window stays open, 5 s to 10 min. Outages shorter than eight tenths of it go
 *     unnoticed. After it, the node id of a dead instance is free
 * @param requestTimeout how long one request to the store may take, 10 ms to a sixth of the ttl
 * @param maxSkew the greatest difference between the machine's clock and the store's at which the machine's is used, 10
 *     ms to 1 h
 * @param replaces the fingerprints of the terms that this ttl replaces
 * @param named whether leases name the host and process
 */
public record NodeSettings(
        Duration leaseTtl, Duration requestTimeout, Duration maxSkew, Set<String> replaces, boolean named) {

    private static final Duration LONGEST_RETRY_PAUSE = Duration.ofSeconds(1);
    private static final int RETRIES_PER_TTL = 30;

    public NodeSettings {
        SettingRange.check("idgen.node.lease-ttl", leaseTtl, Duration.ofSeconds(5), Duration.ofMinutes(10));
        SettingRange.check("idgen.node.request-timeout", requestTimeout, Duration.ofMillis(10), leaseTtl.dividedBy(6));
        SettingRange.check("idgen.clock.max-skew", maxSkew, Duration.ofMillis(10), Duration.ofHours(1));
    }

    /**
     * The settings if nothing is configured. The ttl bridges a failover of 34 s, because Sentinel waits for 30 s by
     * default and then elects: (34 s + 2 s) / 0.8.
     */
    public static NodeSettings defaults() {
        return new NodeSettings(Duration.ofSeconds(45), Duration.ofMillis(500), Duration.ofSeconds(1), Set.of(), true);
    }

    /** How long to wait after a failure before the next attempt. */
    Duration retryPause() {
        Duration share = leaseTtl.dividedBy(RETRIES_PER_TTL);
        return share.compareTo(LONGEST_RETRY_PAUSE) < 0 ? share : LONGEST_RETRY_PAUSE;
    }
}
