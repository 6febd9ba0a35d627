package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Eight hours in logical time: a failover each minute, and one of the instances killed every ten. All ids are unique, and the last hour
 * goes as the second did. Runs with {@code -Didgen.soak}.
 */
@ExtendWith(Silence.class)
@EnabledIfSystemProperty(named = "idgen.soak", matches = "P.+")
class SimulatedSoakTests {

    private static final Logger log = LoggerFactory.getLogger(SimulatedSoakTests.class);
    private static final int HOURS = 8;
    private static final int HOUR = 3_600_000;
    private static final int MINUTE = 60_000;
    private static final int INSTANCES = 6;
    private static final int TTL = 10_000;
    private static final int STEP = 500;
    private static final int PER_STEP = 5;

    @Test
    void lastHourIssuesAsManyIdsAsTheSecond() {
        List<Event> beginning = new ArrayList<>();
        for (int instance = 0; instance < INSTANCES; instance++) {
            beginning.add(Event.start(1, instance, TTL, 1000 * instance, instance % 2 == 0));
        }
        List<Event> events = new ArrayList<>();
        for (int at = 5000; at < HOURS * HOUR; at += STEP) {
            if (at % MINUTE == 0) {
                events.add(Event.failOver(at, 0, 200, 10, 0));
            }
            if (at % (10 * MINUTE) == MINUTE / 2) {
                int victim = at / MINUTE / 10 % INSTANCES;
                events.add(Event.kill(at, victim));
                events.add(Event.start(at + 1, victim, TTL, 0, true));
            }
            for (int instance = 0; instance < INSTANCES; instance++) {
                events.add(Event.draw(at + 2, instance, PER_STEP, 0));
            }
        }
        Setting setting =
                new Setting(1, BucketLayout.STANDARD, 1, Setting.Store.SENTINEL, 4, TTL, 60_000, HOURS * HOUR);

        Outcome outcome = World.play(new Scenario(setting, beginning, events, true), OmittedRule.NONE);

        List<Integer> hours = new ArrayList<>();
        for (int hour = 0; hour < HOURS; hour++) {
            hours.add(outcome.idsBySecond().subList(hour * 3600, (hour + 1) * 3600).stream()
                    .mapToInt(Integer::intValue)
                    .sum());
        }
        log.info("{} hours, {} failovers, ids by hour {}", HOURS, outcome.failovers(), hours);
        assertThat(outcome.isClean()).isTrue();
        assertThat(outcome.failovers()).isGreaterThanOrEqualTo(HOURS * 60 - 1);
        assertThat(hours.get(HOURS - 1)).isGreaterThan(hours.get(1) / 100 * 99);
        assertThat(outcome.ids()).isGreaterThan(HOURS * (HOUR / STEP) * INSTANCES * PER_STEP / 100 * 99);
    }
}
