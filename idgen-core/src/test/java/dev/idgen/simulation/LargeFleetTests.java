package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Many instances that start at once, 20 ms away from their store; {@code -Didgen.simulation.instances=2000} says how many. */
@ExtendWith(Silence.class)
class LargeFleetTests {

    private static final Logger log = LoggerFactory.getLogger(LargeFleetTests.class);
    private static final int INSTANCES = Integer.getInteger("idgen.simulation.instances", 60);
    private static final int TTL = 10_000;
    private static final int BEGIN = 10_000;
    private static final int LENGTH = 40_000;
    private static final int STEP = 100;
    private static final int PER_STEP = 5;

    private static Event delay(Disturbance.Kind kind) {
        return new Event.Disturb(0, new Disturbance(kind, -1, -1, LENGTH, 8));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allGetTheirIds(boolean isNew) {
        List<Event> events =
                new ArrayList<>(List.of(delay(Disturbance.Kind.SLOW_REQUESTS), delay(Disturbance.Kind.SLOW_REPLIES)));
        List<Event> beginning = new ArrayList<>();
        if (!isNew) {
            beginning.add(new Event.Start(1, INSTANCES, TTL, 0, true));
        }
        for (int instance = 0; instance < INSTANCES; instance++) {
            events.add(new Event.Start(BEGIN, instance, TTL, 0, true));
            events.add(new Event.First(BEGIN, instance));
            for (int at = BEGIN + STEP; at < LENGTH; at += STEP) {
                events.add(new Event.Draw(at + instance % STEP, instance, PER_STEP, 0));
            }
        }
        Setting setting = new Setting(0, BucketLayout.STANDARD, 1, Setting.Store.REDIS, 0, TTL, 60_000, LENGTH);

        Outcome outcome = World.play(new Scenario(setting, beginning, events, true), OmittedRule.NONE);

        Traffic traffic = outcome.traffic();
        int first = BEGIN / 1000;
        log.info(
                "{} instances on {} namespace: {}; in the first 5 s {}; after 20 s {}; {} ids",
                INSTANCES,
                isNew ? "a new" : "an existing",
                traffic.first(),
                traffic.between(first, first + 5),
                traffic.between(first + 20, first + 29),
                outcome.ids());
        assertThat(outcome.isClean()).isTrue();
        assertThat(traffic.firstIds()).isEqualTo(INSTANCES);
        assertThat(outcome.ids())
                .as("of those that were wanted")
                .isGreaterThan(INSTANCES * (LENGTH - BEGIN) / STEP * PER_STEP / 100 * 98);
    }
}
