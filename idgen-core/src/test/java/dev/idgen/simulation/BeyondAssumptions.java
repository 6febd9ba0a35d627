package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.OmittedRule;
import dev.idgen.simulation.Setting.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Stories that break one assumption each. */
enum BeyondAssumptions {
    SILENT("A replaced master goes on for 11 s, for half of the instances.", Store.REDIS) {
        @Override
        void write(List<Event> events) {
            events.add(new Event.Partition(8000, 0, 0, 11_000, 0, 7, 11_000));
        }
    },
    CLOCKS(
            "A master's clock is 10 s ahead of its replica's, which takes over without the latest writes.",
            Store.REDIS) {
        @Override
        void write(List<Event> events) {
            events.add(new Event.ServerClock(5000, 0, 10_000));
            events.add(new Event.FailOver(10_000, 0, 5000, 0, 0));
        }
    },
    COMES_BACK(
            "A replaced master becomes master again 5 s later, in its old run, and no instance reaches Sentinel.",
            Store.REDIS) {
        @Override
        void write(List<Event> events) {
            for (int at = 8000; at < LENGTH; at += 7000) {
                events.add(new Event.FailOver(at, 0, 100, 0, 0));
                events.add(new Event.ComeBack(at + 5000, 0));
            }
        }
    },
    PUT_BACK("An operator restores a database's rows of 3 s ago, in the same run.", Store.DATABASE) {
        @Override
        void write(List<Event> events) {
            for (int at = 8000; at < LENGTH; at += 7000) {
                events.add(new Event.PutBack(at, 0, 3000, true));
            }
        }
    },
    NEWCOMER("All data is lost, and for 3 s only a starting process reaches the store.", Store.REDIS) {
        @Override
        void write(List<Event> events) {
            events.add(new Event.Kill(7000, 5));
            events.add(new Event.Restart(8000, 0, Server.EVERYTHING, 0));
            for (int instance = 0; instance < 5; instance++) {
                events.add(new Event.Disturb(8000, new Disturbance(Disturbance.Kind.REFUSED, instance, -1, 11_000, 0)));
            }
            events.add(new Event.Start(8000, 5, TTL, 0, true));
        }
    },
    UNTOLD("`accept-unseen-failovers` is set, and a failover loses writes each second.", Store.UNTOLD) {
        @Override
        void write(List<Event> events) {
            for (int at = 6000; at < LENGTH; at += 1000) {
                events.add(new Event.FailOver(at, 0, 900, 0, 0));
            }
        }
    };

    private static final int LENGTH = 30_000;
    private static final int STORIES = 8;
    private static final int STEP = 50;
    private static final int TTL = 4000;
    private static final int INSTANCES = 6;

    private final String text;
    private final Store store;

    BeyondAssumptions(String text, Store store) {
        this.text = text;
        this.store = store;
    }

    abstract void write(List<Event> events);

    private Scenario scenario(long seed) {
        List<Event> events = new ArrayList<>();
        write(events);
        for (int instance = 0; instance < INSTANCES; instance++) {
            if (instance > 0) {
                events.add(new Event.Start(1000, instance, TTL, 0, true));
            }
            for (int at = STEP; at < LENGTH; at += STEP) {
                events.add(new Event.Draw(at, instance, 1 + (int) (Chance.of(seed, at, instance) % 8), 0));
                events.add(new Event.Stamp(at, instance, 1));
            }
        }
        Setting setting = new Setting(seed, new BucketLayout(3, 11), 1, store, 2, TTL, 60_000, LENGTH);
        return new Scenario(setting, List.of(new Event.Start(0, 0, TTL, 0, true)), events, false);
    }

    /** A table's row; instances log an error. */
    String row() {
        long ids = 0;
        long duplicates = 0;
        long overlaps = 0;
        try (Messages messages = new Messages()) {
            for (long seed = 0; seed < STORIES; seed++) {
                Outcome outcome = World.play(scenario(seed), OmittedRule.NONE);
                ids += outcome.ids();
                duplicates += outcome.duplicates();
                overlaps += outcome.overlaps();
            }
            assertThat(messages.said()).contains("error: the store lost the record of bucket N, or its latest writes");
            return String.format(Locale.ROOT, "| %s | %,d of %,d | %,d |%n", text, duplicates, ids, overlaps);
        }
    }
}
