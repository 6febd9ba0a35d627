package dev.idgen.internal.stamped;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a generator deals with time.
 *
 * @param maxLead how far timestamps may run ahead of the clock, 0 to 1 h, or null for what suits the source of the node
 *     id
 * @param acquireTimeout longest wait of a caller for the clock or a node id, 0 to 60 s
 */
public record GeneratorSettings(@Nullable Duration maxLead, Duration acquireTimeout) {

    /**
     * Windows and random numbers keep ids unique whatever their timestamps, so a clock that steps back may be ignored.
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

    /** The settings with nothing configured. */
    public static GeneratorSettings defaults() {
        return new GeneratorSettings(null, Duration.ofMillis(500));
    }

    /**
     * How far timestamps may run ahead. With a node id that the next process gets again there is no lead unless it is
     * asked for: that process could begin before the last timestamps of this one.
     */
    Duration maxLead(boolean exclusiveNode) {
        if (maxLead != null) {
            return maxLead;
        }
        return exclusiveNode ? EXCLUSIVE_LEAD : Duration.ZERO;
    }
}
