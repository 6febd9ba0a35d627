package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many instances that start at once, 20 ms away from their store; {@code -Didgen.simulation.instances=2000} says how many. */
@ExtendWith(Silence.class)
class LargeFleetTests {

    private static final int INSTANCES = Integer.getInteger("idgen.simulation.instances", 60);
    private static final int TTL = 10_000;
    private static final int BEGIN = 10_000;
    private static final int LENGTH = 40_000;
    private static final int STEP = 100;
    private static final int PER_STEP = 5;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allInstancesGetTheirIds(boolean isNew) {
        List<Event> events = new ArrayList<>(List.of(
                Event.disturbAll(0, Disturbance.Kind.SLOW_REQUESTS, LENGTH, 8),
                Event.disturbAll(0, Disturbance.Kind.SLOW_REPLIES, LENGTH, 8)));
        for (int instance = 0; instance < INSTANCES; instance++) {
            events.add(Event.start(BEGIN, instance, TTL, 0, true));
            events.add(Event.first(BEGIN, instance));
            for (int at = BEGIN + STEP; at < LENGTH; at += STEP) {
                events.add(Event.draw(at + instance % STEP, instance, PER_STEP, 0));
            }
        }
        List<Event> beginning = isNew ? List.of() : List.of(Event.start(1, INSTANCES, TTL, 0, true));
        Setting setting = new Setting(0, BucketLayout.STANDARD, 1, Setting.Store.REDIS, 0, TTL, 60_000, LENGTH);

        Outcome outcome = World.play(new Scenario(setting, beginning, events, true), OmittedRule.NONE);

        assertThat(outcome.isClean()).isTrue();
        assertThat(outcome.firstIds()).isEqualTo(INSTANCES);
        assertThat(outcome.ids())
                .as("of those that were wanted")
                .isGreaterThan(INSTANCES * (LENGTH - BEGIN) / STEP * PER_STEP / 100 * 98);
    }
}
