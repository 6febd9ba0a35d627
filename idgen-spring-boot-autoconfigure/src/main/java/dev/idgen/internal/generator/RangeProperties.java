package dev.idgen.internal.generator;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties under {@code idgen.generators.<name>} of the rarer types whose numbers a store keeps.
 *
 * @param counters Number of counters, 1 to 100000: for multi-counter.
 * @param range Numbers per counter, from 1: for multi-counter.
 * @param launchId Number unique to this launch, 1 to 99999, or 0 in tests: for decimal-id.
 * @param attempts Most numbers to try for one id, 1 to 1000: for random-claim.
 */
@ConfigurationProperties("idgen.generators.*") // for the metadata only
record RangeProperties(
        @Nullable Integer counters,
        @Nullable Long range,
        @Nullable Integer launchId,
        @Nullable Integer attempts) {}
