package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * If someone changes {@code start}, {@code step}, {@code max}, the digits, the number of counters or the regions, and
 * ends instances at any moment: no number is issued twice or beyond the maximum, and a raised counter stays raised.
 * Without each rule, some story fails. {@code -Djqwik.tries.default} makes the search longer.
 */
class ChangedCountersTests {

    /** One in some hundreds fails. */
    private static final int MOST_STORIES = 20_000;

    @Property
    void noNumberIsIssuedTwiceWhateverChanges(
            @ForAll ChangedCounters.Kind kind, @ForAll("stories") List<ChangedCounters.Step> story) {
        new ChangedCounters(kind, ChangedCounters.Omitted.NOTHING).play(story);
    }

    @Provide
    Arbitrary<List<ChangedCounters.Step>> stories() {
        Arbitrary<Integer> any = Arbitraries.integers().between(0, 10_000);
        return Combinators.combine(Arbitraries.of(ChangedCounters.Action.class), any, any, any)
                .as(ChangedCounters.Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Example
    void numberIsIssuedTwiceIfTheStoreCountsHowManyWereIssued() {
        assertNeeded(ChangedCounters.Omitted.LAST_NUMBER);
    }

    @Example
    void numberIsIssuedTwiceOrBeyondTheMaximumIfTheStoreKnowsNoLimit() {
        assertNeeded(ChangedCounters.Omitted.LIMIT);
    }

    @Example
    void raisedCounterIsForgottenIfTheStoreIsNotTold() {
        assertNeeded(ChangedCounters.Omitted.RAISE);
    }

    private void assertNeeded(ChangedCounters.Omitted rule) {
        for (ChangedCounters.Kind kind : ChangedCounters.Kind.values()) {
            if (kind == ChangedCounters.Kind.MULTI_COUNTER && rule == ChangedCounters.Omitted.LAST_NUMBER) {
                continue; // has neither start nor step
            }
            assertThat(Stream.generate(stories()::sample)
                            .limit(MOST_STORIES)
                            .anyMatch(story -> fails(kind, rule, story)))
                    .as("a story that fails with %s", kind)
                    .isTrue();
        }
    }

    private static boolean fails(
            ChangedCounters.Kind kind, ChangedCounters.Omitted rule, List<ChangedCounters.Step> story) {
        try {
            new ChangedCounters(kind, rule).play(story);
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }
}
