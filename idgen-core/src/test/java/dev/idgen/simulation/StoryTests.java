package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Silence;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.string.sequence.BucketLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Stories can be told again, and instances go on issuing ids through accidents. */
@Tag("protocol")
@ExtendWith(Silence.class)
class StoryTests {

    /** The first second with ids: a new namespace waits for the margin. */
    private static final int FIRST = 2;

    /** In which second a clock that was wrong has been set right. */
    private static final int SET_RIGHT = 20;

    private static final int MILLIS = 40_000;
    private static final int TWO_HOURS = 7_200_000;

    @Test
    void seedDeterminesTheIdsAndTheirOrder() {
        Outcome first = World.play(Scenarios.of(3), OmittedRule.NONE);
        assertThat(first.ids()).isGreaterThan(1000);
        assertThat(digest(3)).isEqualTo(first.issued().digest()).isNotEqualTo(digest(4));
    }

    private static long digest(long seed) {
        return World.play(Scenarios.of(seed), OmittedRule.NONE).issued().digest();
    }

    /** Six instances draw all the time. */
    private static Arguments story(String name, int idsFrom, int servers, List<Event> accidents) {
        List<Event> events = new ArrayList<>(accidents);
        for (int instance = 0; instance < 6; instance++) {
            events.add(Event.start(instance == 0 ? 0 : 1000, instance, 0, true));
            for (int at = 50; at < MILLIS; at += 50) {
                events.add(Event.draw(at, instance, 1, 0));
            }
        }
        Setting setting = new Setting(0, new BucketLayout(4, 18), servers, Setting.Store.REDIS, 0, 5000, MILLIS);
        Scenario scenario = new Scenario(setting, List.of(), events);
        return Arguments.of(Named.of(name + ", " + servers + " servers", scenario), idsFrom);
    }

    /** In doubt, a server two hours ahead is refused; what there is in stock lasts for a while. */
    static Stream<Arguments> stories() {
        return Stream.concat(
                Stream.of(story("groups are moved to servers promoted before, and back", FIRST, 3, moves())),
                Stream.of(1, 3).flatMap(StoryTests::storiesOfClocks));
    }

    private static Stream<Arguments> storiesOfClocks(int servers) {
        Event wrong = Event.serverClock(8000, 0, TWO_HOURS);
        Event right = Event.serverClock(1000 * SET_RIGHT, 0, 0);
        Event whileWrong = Event.failOver(12_000, 0, 0, 0, TWO_HOURS);
        Event afterwards = Event.failOver(24_000, 0, 3000, 0, 0);
        Event boot = Event.boot(10_000, 0, -300_000, 0);
        return Stream.of(
                story("a server is two hours ahead", FIRST, servers, List.of(wrong, right)),
                story(
                        "failovers while a server is two hours ahead",
                        servers == 1 ? SET_RIGHT + 5 : FIRST,
                        servers,
                        List.of(wrong, right, whileWrong, afterwards)),
                story(
                        "a server boots with its clock behind",
                        FIRST,
                        servers,
                        List.of(boot, Event.serverClock(13_000, 0, 0))));
    }

    private static List<Event> moves() {
        List<Event> moves = new ArrayList<>();
        for (int server = 0; server < 3; server++) {
            moves.add(Event.failOver(3000, server, 0, 0, 0));
        }
        for (int bucket = 0; bucket < 16; bucket++) {
            moves.add(Event.move(10_000 + 20 * bucket, Integer.toString(bucket), 0));
            moves.add(Event.move(16_000 + 20 * bucket, Integer.toString(bucket), 1 + bucket % 2));
        }
        return moves;
    }

    @ParameterizedTest
    @MethodSource("stories")
    void idsAreIssuedOnceAndInEachSecond(Scenario scenario, int from) {
        Outcome outcome = World.play(scenario, OmittedRule.NONE);
        assertThat(outcome.duplicates()).isZero();
        assertThat(outcome.overlaps()).isZero();
        assertThat(outcome.idsInEachSecond(from)).allMatch(ids -> ids > 0);
    }
}
