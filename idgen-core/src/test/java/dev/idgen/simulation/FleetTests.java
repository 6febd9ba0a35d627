package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Silence;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.simulation.Setting.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fleet that is large, 20 ms away from its store, and one that lives long. */
@ExtendWith(Silence.class)
class FleetTests {

    private static final int MANY = Integer.getInteger("idgen.simulation.instances", 60);
    private static final int FEW = 6;
    private static final int MINUTE = 60_000;
    private static final int HOUR = 60 * MINUTE;
    private static final int HOURS = 8;
    private static final int TTL = 10_000;
    private static final int PER_STEP = 5;

    private static Outcome play(Store store, int nodeBits, int millis, List<Event> beginning, List<Event> events) {
        Setting setting = new Setting(1, BucketLayout.STANDARD, 1, store, nodeBits, TTL, millis);
        Outcome outcome = World.play(new Scenario(setting, beginning, events), OmittedRule.NONE);
        assertThat(outcome.isClean()).isTrue();
        return outcome;
    }

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
        Outcome outcome = play(Store.REDIS, 0, end, beginning, events);
        assertThat(outcome.firstIds()).isEqualTo(MANY);
        assertThat(outcome.idsBySecond().subList(begin / 1000 + 3, end / 1000))
                .as("all that were wanted, once each instance has numbers")
                .containsOnly(MANY * 1000 / step * PER_STEP);
    }

    /** With a failover each minute, and one of the instances killed every ten. Runs with {@code -Didgen.soak}. */
    @Test
    @EnabledIfSystemProperty(
            named = "idgen.soak",
            matches = "P.+",
            disabledReason = "[soak] takes minutes. To run: add -Psoak")
    void eighthHourIssuesAsManyIdsAsTheSecond() {
        List<Event> beginning = IntStream.range(0, FEW)
                .mapToObj(instance -> Event.start(1, instance, 1000 * instance, instance % 2 == 0))
                .toList();
        List<Event> events = new ArrayList<>();
        for (int at = MINUTE; at < HOURS * HOUR; at += MINUTE) {
            events.add(Event.failOver(at, 0, 200, 10, 0));
            if (at % (10 * MINUTE) == 0) {
                int victim = at / MINUTE / 10 % FEW;
                events.add(Event.kill(at + MINUTE / 2, victim));
                events.add(Event.start(at + MINUTE / 2 + 1, victim, 0, true));
            }
        }
        for (int at = 5002; at < HOURS * HOUR; at += 500) {
            for (int instance = 0; instance < FEW; instance++) {
                events.add(Event.draw(at, instance, PER_STEP, 0));
            }
        }
        Outcome outcome = play(Store.SENTINEL, 4, HOURS * HOUR, beginning, events);
        int[] hours = IntStream.range(0, HOURS)
                .map(hour -> outcome.idsBySecond().subList(hour * 3600, (hour + 1) * 3600).stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .toArray();
        assertThat(outcome.losses()).isGreaterThanOrEqualTo(HOURS * 60 - 1);
        assertThat(hours[HOURS - 1]).isGreaterThan(hours[1] / 100 * 99);
        assertThat(outcome.ids()).isGreaterThan(HOURS * (HOUR / 500) * FEW * PER_STEP / 100 * 99);
    }
}
