package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Silence;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.simulation.Setting.Store;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fleet that is large, 20 ms away from its store. */
@ExtendWith(Silence.class)
class FleetTests {

    private static final int MANY = Integer.getInteger("idgen.simulation.instances", 60);
    private static final int TTL = 10_000;
    private static final int PER_STEP = 5;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allInstancesThatStartAtOnceGetTheirIds(boolean isNew) {
        int begin = 10_000;
        int end = 40_000;
        int step = 100;
        List<Event> events = new ArrayList<>(List.of(
                Event.disturbAll(0, Disturbance.Kind.SLOW_REQUESTS, end, 8),
                Event.disturbAll(0, Disturbance.Kind.SLOW_REPLIES, end, 8)));
        for (int instance = 0; instance < MANY; instance++) {
            events.add(Event.start(begin, instance, 0, true));
            events.add(Event.first(begin, instance));
            for (int at = begin + step; at < end; at += step) {
                events.add(Event.draw(at + instance % step, instance, PER_STEP, 0));
            }
        }
        List<Event> beginning = isNew ? List.of() : List.of(Event.start(1, MANY, 0, true));
        Setting setting = new Setting(1, BucketLayout.STANDARD, 1, Store.REDIS, 0, TTL, end);
        Outcome outcome = World.play(new Scenario(setting, beginning, events), OmittedRule.NONE);
        assertThat(outcome.isClean()).isTrue();
        assertThat(outcome.firstIds()).isEqualTo(MANY);
        assertThat(outcome.idsBySecond().subList(begin / 1000 + 3, end / 1000))
                .as("all that were wanted, once each instance has numbers")
                .containsOnly(MANY * 1000 / step * PER_STEP);
    }
}
