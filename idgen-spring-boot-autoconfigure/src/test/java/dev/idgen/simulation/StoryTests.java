package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.simulation.Event.Data;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stories can be told again, made short and read; and those that once ended in a duplicate do so no more. */
@ExtendWith(Silence.class)
class StoryTests {

    private static Rule without(String rule) {
        return Omissions.rules().stream()
                .filter(candidate -> candidate.name().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sameSeedGivesTheSameIdsInTheSameOrder() {
        Outcome first = World.play(Scenarios.of(3), Rule.NONE);
        Outcome second = World.play(Scenarios.of(3), Rule.NONE);
        assertThat(first.ids()).isGreaterThan(1000);
        assertThat(second.issued().digest()).isEqualTo(first.issued().digest());
    }

    @Test
    void otherSeedGivesOtherIds() {
        assertThat(World.play(Scenarios.of(3), Rule.NONE).issued().digest())
                .isNotEqualTo(World.play(Scenarios.of(4), Rule.NONE).issued().digest());
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
        Rule rule = without("A node id's window begins after all of it have closed.");
        Scenario scenario = Scenarios.of(0);
        assertThat(scenario.events()).hasSizeGreaterThan(1000);

        Story story = Story.of(scenario, rule);

        assertThat(story.sentences()).hasSizeLessThan(20);
        assertThat(story.sentences().get(0)).startsWith("at 0.00 s instance 0 starts");
        assertThat(story.sentences()
                        .subList(story.sentences().size() - 2, story.sentences().size()))
                .allSatisfy(sentence -> assertThat(sentence).matches("at [0-9.]+ s instance .* issues the id .*"));
        assertThat(Story.of(story.scenario(), rule).sentences())
                .as("no sentence can be left out")
                .isEqualTo(story.sentences());
    }

    @ParameterizedTest
    @EnumSource
    void everyWrittenStoryEndsInADuplicateOnlyWithoutItsRule(Script script) {
        assertThat(World.play(script.scenario(), without(script.rule())).duplicates())
                .isPositive();
        Outcome outcome = World.play(script.scenario(), Rule.NONE);
        assertThat(outcome.duplicates()).isZero();
        assertThat(outcome.overlaps()).isZero();
    }

    /** A second of the servers' time in which one quarter is used is less than that then. */
    @Test
    void clockOfAMasterThatStepsAheadBeforeWritesAreLostIsBeyondTheAssumptions() {
        Scenario within = Scenarios.of(1894);
        Scenario beyond = new Scenario(within.setting(), within.beginning(), within.events(), false);
        assertThat(World.play(within, Rule.NONE).overlaps()).isZero();
        assertThat(World.play(beyond, Rule.NONE).overlaps()).isPositive();
    }

    /** A master starts from a snapshot and fails over at once, to a replica that has been up for long. */
    @Test
    void recordsOfASnapshotThatAThirdServerPassedOnAreNotTrusted() {
        Rule rule = without("A record that another server passed on unused is waited for.");
        int overlapsWithout = 0;
        for (long seed = 0; seed < 6; seed++) {
            Scenario scenario = passedOn(seed);
            assertThat(World.play(scenario, Rule.NONE).overlaps()).isZero();
            overlapsWithout += World.play(scenario, rule).overlaps();
        }
        assertThat(overlapsWithout).isPositive();
    }

    private static Scenario passedOn(long seed) {
        int ttl = 5000;
        int restart = 11_000 + (int) seed * 100;
        List<Event> events = new ArrayList<>();
        events.add(new Event.Dump(4000, 0));
        events.add(new Event.FailOver(5000, 0, 100, 0, 0, false));
        events.add(new Event.Restart(restart, 0, Data.DUMP, 0, 0));
        events.add(new Event.FailOver(restart + 10, 0, 5, 0, 0, false));
        for (int instance = 0; instance < 6; instance++) {
            if (instance > 0) {
                events.add(new Event.Start(1000, instance, ttl, 0, true));
            }
            for (int at = 50; at < 20_000; at += 50) {
                events.add(new Event.Draw(at, instance, 1, 0));
            }
        }
        Setting setting = new Setting(seed, new BucketLayout(4, 9), 1, false, 2, ttl, 20_000);
        return new Scenario(setting, List.of(new Event.Start(0, 0, ttl, 0, true)), events, true);
    }
}
