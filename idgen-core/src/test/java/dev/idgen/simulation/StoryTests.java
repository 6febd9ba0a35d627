package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stories can be told again, made short and read; and those that once ended in a duplicate do so no more. */
@Tag("protocol")
@ExtendWith(Silence.class)
class StoryTests {

    @Test
    void sameSeedGivesTheSameIdsInTheSameOrder() {
        Outcome first = World.play(Scenarios.of(3), OmittedRule.NONE);
        Outcome second = World.play(Scenarios.of(3), OmittedRule.NONE);
        assertThat(first.ids()).isGreaterThan(1000);
        assertThat(second.issued().digest()).isEqualTo(first.issued().digest());
    }

    @Test
    void otherSeedGivesOtherIds() {
        assertThat(World.play(Scenarios.of(3), OmittedRule.NONE).issued().digest())
                .isNotEqualTo(
                        World.play(Scenarios.of(4), OmittedRule.NONE).issued().digest());
    }

    @Test
    void listIsMadeAsShortAsCanBe() {
        List<Integer> numbers = IntStream.range(0, 1000).boxed().toList();
        assertThat(Shrinker.shrink(numbers, rest -> rest.contains(17) && rest.contains(18) && rest.contains(900)))
                .containsExactly(17, 18, 900);
        assertThat(Shrinker.shrink(numbers, rest -> true)).isEmpty();
    }

    @Test
    void duplicateWithoutARuleIsToldInFewSentences() {
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
            List<Event> others = events.stream().filter(other -> other != event).toList();
            assertThat(World.play(story.scenario().with(others), rule).duplicates())
                    .as("without: %s", event)
                    .isZero();
        }
    }

    @Test
    void everyWrittenStoryEndsWellWithAllRules() {
        for (OmittedRule rule : OmittedRule.values()) {
            Directed.nameFor(rule).flatMap(Directed::named).ifPresent(StoryTests::isClean);
        }
    }

    private static void isClean(Scenario scenario) {
        Outcome outcome = World.play(scenario, OmittedRule.NONE);
        assertThat(outcome.duplicates()).isZero();
        assertThat(outcome.overlaps()).isZero();
    }

    @Test
    void instanceWithAShorterTtlWritesNoDoubts() {
        for (long seed = 0; seed < 4; seed++) {
            isClean(Directed.shorterTtl(seed));
        }
    }

    @Test
    void bucketThatIsLostAMomentAfterItsBirthIsNotBornAgain() {
        for (long seed = 0; seed < 6; seed++) {
            isClean(Directed.bornAgain(seed));
        }
    }

    @Test
    void recordsOfASnapshotAreNotTrustedWhoeverPassesThemOn() {
        int overlapsWithout = 0;
        for (long seed = 0; seed < 4; seed++) {
            isClean(Directed.snapshotPassedOn(seed));
            overlapsWithout +=
                    World.play(Directed.snapshotPassedOn(seed), OmittedRule.RUN).overlaps();
        }
        assertThat(overlapsWithout).isPositive();
    }

    @Test
    void clockOfAMasterMayStepAheadBeforeWritesAreLost() {
        int overlapsWithout = 0;
        for (long seed = 0; seed < 4; seed++) {
            isClean(Directed.clockStep(seed));
            overlapsWithout +=
                    World.play(Directed.clockStep(seed), OmittedRule.RUN).overlaps();
        }
        assertThat(overlapsWithout).isPositive();
    }

    @Test
    void oneBucketAndTheTermsMayBeEvicted() {
        for (long seed = 0; seed < 4; seed++) {
            isClean(Directed.partialEviction(seed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void idsGoOnWhileAServerIsTwoHoursAheadAndAfterwards(int servers) {
        Scenario scenario = Directed.twoHoursAhead(0, servers, false);
        isClean(scenario);
        Outcome outcome = World.play(scenario, OmittedRule.NONE);
        assertThat(outcome.idsInEachSecond(1)).allMatch(ids -> ids > 0);
        assertThat(outcome.longestLead()).isLessThanOrEqualTo(scenario.setting().maxLead());
    }

    /** In doubt, a server so far ahead is refused; what there is in stock lasts for a while. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failoversWhileAServerIsTwoHoursAheadPoisonNothing(int servers) {
        Scenario scenario = Directed.twoHoursAhead(0, servers, true);
        isClean(scenario);
        Outcome outcome = World.play(scenario, OmittedRule.NONE);
        assertThat(outcome.idsInEachSecond(servers == 1 ? Directed.SET_RIGHT + 5 : 1))
                .allMatch(ids -> ids > 0);
        assertThat(outcome.longestLead()).isLessThanOrEqualTo(scenario.setting().maxLead());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void idsGoOnThoughAServerBootsWithItsClockBehind(int servers) {
        Scenario scenario = Directed.bootBehind(0, servers);
        isClean(scenario);
        assertThat(World.play(scenario, OmittedRule.NONE).idsInEachSecond(servers == 1 ? Directed.SET_RIGHT : 1))
                .allMatch(ids -> ids > 0);
    }

    @Test
    void idsGoOnWhileSlotsAreMovedToServersThatWerePromotedBefore() {
        Scenario scenario = Directed.slotsMoved(0);
        isClean(scenario);
        assertThat(World.play(scenario, OmittedRule.NONE).idsInEachSecond(1)).allMatch(ids -> ids > 0);
    }
}
