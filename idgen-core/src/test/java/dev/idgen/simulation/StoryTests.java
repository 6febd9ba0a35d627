package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Stories can be told again and made short, and instances go on issuing ids through accidents. */
@Tag("protocol")
@ExtendWith(Silence.class)
class StoryTests {

    @Test
    void seedDeterminesTheIdsAndTheirOrder() {
        Outcome first = World.play(Scenarios.of(3), OmittedRule.NONE);
        assertThat(first.ids()).isGreaterThan(1000);
        assertThat(digest(3)).isEqualTo(first.issued().digest()).isNotEqualTo(digest(4));
    }

    private static long digest(long seed) {
        return World.play(Scenarios.of(seed), OmittedRule.NONE).issued().digest();
    }

    @Test
    void shrunkListHasNoElementThatCouldBeLeftOut() {
        List<Integer> numbers = IntStream.range(0, 1000).boxed().toList();
        assertThat(Shrinker.shrink(numbers, rest -> rest.contains(17) && rest.contains(18) && rest.contains(900)))
                .containsExactly(17, 18, 900);
        assertThat(Shrinker.shrink(numbers, rest -> true)).isEmpty();
    }

    private static Outcome clean(Scenario scenario) {
        Outcome outcome = World.play(scenario, OmittedRule.NONE);
        assertThat(outcome.duplicates()).isZero();
        assertThat(outcome.overlaps()).isZero();
        return outcome;
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOCH", "SWAP_RUN", "SWAP_LIMIT"})
    void storyThatNeedsARuleEndsWellWithIt(OmittedRule rule) {
        clean(Directed.needing(rule).orElseThrow());
    }

    private static Arguments outage(String name, int idsFrom, Scenario scenario) {
        return Arguments.of(Named.of(name + ", " + scenario.setting().servers() + " servers", scenario), idsFrom);
    }

    /** In doubt, a server two hours ahead is refused; what there is in stock lasts for a while. */
    static Stream<Arguments> outages() {
        return Stream.concat(
                Stream.of(outage("slots are moved to servers promoted before", 1, Directed.slotsMoved(0))),
                Stream.of(1, 3)
                        .flatMap(servers -> Stream.of(
                                outage("a server is two hours ahead", 1, Directed.twoHoursAhead(0, servers, false)),
                                outage(
                                        "failovers while a server is two hours ahead",
                                        servers == 1 ? Directed.SET_RIGHT + 5 : 1,
                                        Directed.twoHoursAhead(0, servers, true)),
                                outage(
                                        "a server boots with its clock behind",
                                        servers == 1 ? Directed.SET_RIGHT : 1,
                                        Directed.bootBehind(0, servers)))));
    }

    @ParameterizedTest
    @MethodSource("outages")
    void idsAreIssuedInEachSecond(Scenario scenario, int from) {
        Outcome outcome = clean(scenario);
        assertThat(outcome.idsInEachSecond(from)).allMatch(ids -> ids > 0);
        assertThat(outcome.longestLead()).isLessThanOrEqualTo(scenario.setting().maxLead());
    }
}
