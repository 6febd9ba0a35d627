package dev.idgen.internal.timestamp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a generator deals with time.
 *
 * @param maxLead how far timestamps may run ahead of the clock, 0 to 1 h; null for the default of the node id's source
 * @param acquireTimeout how long a caller may wait for the clock or a node id, 0 to 60 s
 */
public record GeneratorSettings(@Nullable Duration maxLead, Duration acquireTimeout) {

    /**
     * With windows or random numbers, ids are unique whatever their timestamps. So a small step back of the clock may
     * be ignored.
     */
    private static final Duration EXCLUSIVE_LEAD = Duration.ofSeconds(1);

    public GeneratorSettings {
        check("max-lead", maxLead == null ? Duration.ZERO : maxLead, Duration.ofHours(1));
        check("acquire-timeout", acquireTimeout, Duration.ofSeconds(60));
    }

    private static void check(String name, Duration value, Duration max) {
        if (value.isNegative() || value.compareTo(max) > 0) {
            throw new IllegalArgumentException("'" + name + "' is 0 to " + max.toSeconds() + " s, not " + value);
        }
    }

    /** The settings if nothing is configured. */
    public static GeneratorSettings defaults() {
        return new GeneratorSettings(null, Duration.ofMillis(500));
    }

    /**
     * How far timestamps may run ahead. If the next process gets the same node id, the default is no lead: that process
     * might begin before this one's last timestamps.
     */
    Duration maxLead(boolean exclusiveNode) {
        if (maxLead != null) {
            return maxLead;
        }
        return exclusiveNode ? EXCLUSIVE_LEAD : Duration.ZERO;
    }
}
