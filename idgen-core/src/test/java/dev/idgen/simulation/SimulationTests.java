package dev.idgen.simulation;

import dev.idgen.Silence;
import dev.idgen.internal.lease.OmittedRule;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays stories until enough ids were issued, through enough losses, and looks for one that was issued twice. {@code -Didgen.simulation.ids=...}
 * says how many are enough, and {@code -Didgen.simulation.seed=...} with which story to begin.
 */
@Tag("protocol")
@ExtendWith(Silence.class)
class SimulationTests {

    private static final Logger log = LoggerFactory.getLogger(SimulationTests.class);
    private static final long ENOUGH = Long.getLong("idgen.simulation.ids", 1_000_000);
    private static final long FIRST_SEED = Long.getLong("idgen.simulation.seed", 0);
    private static final int TOGETHER = 20;

    @Test
    void noIdIsIssuedTwice() {
        long ids = 0;
        long losses = 0;
        for (long seed = FIRST_SEED; ids < ENOUGH || losses < ENOUGH / 1000; seed += TOGETHER) {
            List<Outcome> outcomes = LongStream.range(seed, seed + TOGETHER)
                    .parallel()
                    .mapToObj(SimulationTests::play)
                    .toList();
            ids += outcomes.stream().mapToLong(Outcome::ids).sum();
            losses += outcomes.stream().mapToLong(Outcome::losses).sum();
        }
        log.info("{} ids, {} losses", ids, losses);
    }

    private static Outcome play(long seed) {
        Scenario story = Scenarios.of(seed);
        Outcome outcome = World.play(story, OmittedRule.NONE);
        if (!outcome.isClean()) {
            List<Event> events = Shrinker.shrink(
                    story.events(),
                    rest -> !World.play(story.with(rest), OmittedRule.NONE).isClean());
            throw new AssertionError(story.setting() + ": " + story.with(events).allEvents());
        }
        return outcome;
    }
}
