package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.List;
import java.util.function.LongFunction;
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

/** Stories can be told again, made short and read; and those that once ended in a duplicate do so no more. */
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

    @Test
    void duplicateWithoutARuleIsReportedInFewSentences() {
        OmittedRule rule = OmittedRule.RUN;
        Scenario scenario = Scenarios.of(1);
        assertThat(scenario.events()).hasSizeGreaterThan(1000);

        Story story = Story.of(scenario, rule);

        assertThat(story.sentences()).hasSizeLessThan(60);
        assertThat(story.sentences().get(0)).startsWith("at 0.00 s instance 0 starts");
        assertThat(story.sentences()
                        .subList(story.sentences().size() - 2, story.sentences().size()))
                .allSatisfy(sentence -> assertThat(sentence).matches("at [0-9.]+ s instance .* issues number .*"));
        List<Event> events = story.scenario().events();
        for (Event event : events) {
            List<Event> others =
                    events.stream().filter(other -> !other.equals(event)).toList();
            assertThat(World.play(story.scenario().with(others), rule).duplicates())
                    .as("without: %s", event)
                    .isZero();
        }
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

    private static Arguments story(String name, boolean needsTheRun, LongFunction<Scenario> story) {
        return Arguments.of(Named.of(name, story), needsTheRun);
    }

    static Stream<Arguments> accidents() {
        return Stream.of(
                story("an instance with a shorter ttl starts and writes no doubts", false, Directed::shorterTtl),
                story("a bucket lost a moment after its birth is not born again", false, Directed::bornAgain),
                story("one bucket and the terms are evicted", false, Directed::partialEviction),
                story("records of a snapshot are passed on by a replica", true, Directed::snapshotPassedOn),
                story("a master's clock steps ahead before writes are lost", true, Directed::clockStep));
    }

    @ParameterizedTest
    @MethodSource("accidents")
    void accidentLeadsToNoOverlap(LongFunction<Scenario> story, boolean needsTheRun) {
        int overlapsWithout = 0;
        for (long seed = 0; seed < 6; seed++) {
            clean(story.apply(seed));
            overlapsWithout +=
                    needsTheRun ? World.play(story.apply(seed), OmittedRule.RUN).overlaps() : 1;
        }
        assertThat(overlapsWithout).isPositive();
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
