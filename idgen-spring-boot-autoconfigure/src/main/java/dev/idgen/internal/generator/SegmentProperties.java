package dev.idgen.internal.generator;

import dev.idgen.internal.counter.SegmentSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen.generators.<name>.segment}.
 *
 * @param minStep Fewest numbers to hold, 1 to max-step.
 * @param maxStep Most numbers to hold, min-step to 100000000.
 * @param prefetch How long the numbers held should last at the current rate, 10ms to 1h.
 * @param giveBack Whether idgen returns unused numbers at shutdown, if no other instance took numbers since. If not
 *     set: only with devtools.
 * @param strict Whether ids grow over all instances. idgen then fetches numbers when a call waits, not ahead.
 */
record SegmentProperties(
        @DefaultValue("100") int minStep,
        @DefaultValue("10000000") int maxStep,
        @DefaultValue("5s") Duration prefetch,
        @Nullable Boolean giveBack,
        @DefaultValue("false") boolean strict) {

    /** @param restarted whether devtools restart the application */
    SegmentSettings settings(String prefix, boolean restarted) {
        boolean back = giveBack == null ? restarted : giveBack;
        return new SegmentSettings(minStep, maxStep, prefetch, back).checked(prefix);
    }
}
