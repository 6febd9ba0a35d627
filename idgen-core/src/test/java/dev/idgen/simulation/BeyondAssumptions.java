package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.OmittedRule;
import dev.idgen.simulation.Setting.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Stories that break one assumption. */
record BeyondAssumptions(String text, Store store, List<Event> accidents) {

    private static final int LENGTH = 30_000;
    private static final int STORIES = 8;
    private static final int STEP = 50;
    private static final int TTL = 4000;
    private static final int INSTANCES = 6;

    static final List<BeyondAssumptions> ALL = List.of(
            new BeyondAssumptions(
                    "A replaced master goes on for 11 s, for half of the instances.",
                    Store.REDIS,
                    List.of(Event.partition(8000, 0, 0, 11_000, 0, 7, 11_000))),
            new BeyondAssumptions(
                    "A master's clock is 10 s ahead of its replica's, which takes over without the latest writes.",
                    Store.REDIS,
                    List.of(Event.serverClock(5000, 0, 10_000), Event.failOver(10_000, 0, 5000, 0, 0))),
            new BeyondAssumptions(
                    "A replaced master becomes master again 5 s later, in its old run, and no instance reaches Sentinel.",
                    Store.REDIS,
                    every(7000, 8000, at -> List.of(Event.failOver(at, 0, 100, 0, 0), Event.comeBack(at + 5000, 0)))),
            new BeyondAssumptions(
                    "An operator restores a database's rows of 3 s ago, in the same run.",
                    Store.DATABASE,
                    every(7000, 8000, at -> List.of(Event.putBack(at, 0, 3000, true)))),
            new BeyondAssumptions(
                    "All data is lost, and for 3 s only a starting process reaches the store.",
                    Store.REDIS,
                    newcomer()),
            new BeyondAssumptions(
                    "`accept-unseen-failovers` is set, and a failover loses writes each second.",
                    Store.UNTOLD,
                    every(1000, 6000, at -> List.of(Event.failOver(at, 0, 900, 0, 0)))));

    private static List<Event> every(int millis, int from, IntFunction<List<Event>> accidents) {
        return IntStream.iterate(from, at -> at < LENGTH, at -> at + millis)
                .mapToObj(accidents)
                .flatMap(List::stream)
                .toList();
    }

    private static List<Event> newcomer() {
        Stream<Event> refused = IntStream.range(0, 5)
                .mapToObj(i -> Event.disturb(8000, new Disturbance(Disturbance.Kind.REFUSED, i, -1, 11_000, 0)));
        return Stream.of(
                        Stream.of(Event.kill(7000, 5), Event.restart(8000, 0, Server.EVERYTHING, 0)),
                        refused,
                        Stream.of(Event.start(8000, 5, TTL, 0, true)))
                .flatMap(events -> events)
                .toList();
    }

    private Scenario scenario(long seed) {
        List<Event> events = new ArrayList<>(accidents);
        for (int instance = 0; instance < INSTANCES; instance++) {
            if (instance > 0) {
                events.add(Event.start(1000, instance, TTL, 0, true));
            }
            for (int at = STEP; at < LENGTH; at += STEP) {
                events.add(Event.draw(at, instance, 1 + (int) (Chance.of(seed, at, instance) % 8), 0));
                events.add(Event.stamp(at, instance, 1));
            }
        }
        Setting setting = new Setting(seed, new BucketLayout(3, 11), 1, store, 2, TTL, 60_000, LENGTH);
        return new Scenario(setting, List.of(Event.start(0, 0, TTL, 0, true)), events, false);
    }

    /** A table's row; instances log an error. */
    String row() {
        long ids = 0;
        long duplicates = 0;
        long overlaps = 0;
        try (LoggedErrors errors = new LoggedErrors()) {
            for (long seed = 0; seed < STORIES; seed++) {
                Outcome outcome = World.play(scenario(seed), OmittedRule.NONE);
                ids += outcome.ids();
                duplicates += outcome.duplicates();
                overlaps += outcome.overlaps();
            }
            assertThat(errors.messages())
                    .anyMatch(message ->
                            message.contains("the store lost the record of bucket {}, or its latest writes"));
            return String.format(Locale.ROOT, "| %s | %,d of %,d | %,d |%n", text, duplicates, ids, overlaps);
        }
    }
}
