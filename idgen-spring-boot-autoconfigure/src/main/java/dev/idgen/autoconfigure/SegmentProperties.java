package dev.idgen.autoconfigure;

import dev.idgen.internal.counted.SegmentSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen.generators.<name>.segment}.
 *
 * @param minStep Fewest numbers held, 1 to max-step.
 * @param maxStep Most numbers held, min-step to 100000000.
 * @param prefetch How long the numbers held should last at the current rate, 10ms to 1h.
 * @param handBack Whether numbers that are left when the application ends go back to the store, if nobody has taken any since.
 * @param strict Whether ids grow over all instances: numbers are taken from the store when somebody waits for them, not ahead.
 */
public record SegmentProperties(
        @DefaultValue("100") int minStep,
        @DefaultValue("10000000") int maxStep,
        @DefaultValue("5s") Duration prefetch,
        @DefaultValue("false") boolean handBack,
        @DefaultValue("false") boolean strict) {

    SegmentSettings settings(String prefix) {
        return new SegmentSettings(minStep, maxStep, prefetch, handBack).checked(prefix);
    }
}
