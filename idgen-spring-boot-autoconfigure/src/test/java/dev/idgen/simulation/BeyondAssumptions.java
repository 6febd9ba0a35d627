package dev.idgen.simulation;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.simulation.Event.Data;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Stories that break one assumption each. */
enum BeyondAssumptions {
    LOSS("Failovers lose 5 s, in which buckets overflow.", 2, 9) {
        @Override
        void accidents(List<Event> events) {
            for (int at = 8000; at < LENGTH; at += 8000) {
                events.add(new Event.FailOver(at, 0, 5000, 0, 0, false));
            }
        }
    },
    CLOCKS("The servers' clocks are 10 s apart, and data is lost.") {
        @Override
        void accidents(List<Event> events) {
            events.add(new Event.ServerClock(5000, 0, 10_000));
            events.add(new Event.FailOver(10_000, 0, 500, 0, 0, false));
            events.add(new Event.Restart(10_001, 0, Data.NOTHING, 0, 0));
        }
    },
    CLOCK_STEP("A master's clock steps 1.9 s ahead between two overflows, and a failover loses both.") {
        @Override
        void accidents(List<Event> events) {
            for (int at = 8000; at < LENGTH; at += 8000) {
                for (int burst = at - 400; burst < at + 400; burst += 50) {
                    for (int instance = 0; instance < 6; instance++) {
                        events.add(new Event.Draw(burst, instance, 100, 0));
                    }
                }
                events.add(new Event.ServerClock(at, 0, 1900));
                events.add(new Event.FailOver(at + 450, 0, 950, 0, 0, false));
            }
        }
    },
    NEWCOMER("All data is lost, and the first to ask is a process that starts.") {
        @Override
        void accidents(List<Event> events) {
            events.add(new Event.Kill(7000, 5));
            events.add(new Event.Restart(8000, 0, Data.NOTHING, 0, 0));
            for (int instance = 0; instance < 5; instance++) {
                events.add(unreachable(8000, instance, 8500));
            }
            events.add(new Event.Start(8000, 5, TTL, 0, true));
        }
    },
    RAISED_TTL("A longer `lease-ttl` is in use for less than a ttl when all data is lost.") {
        @Override
        void accidents(List<Event> events) {
            events.add(new Event.Kill(7000, 5));
            events.add(new Event.Start(7500, 5, 20_000, 0, true));
            events.add(unreachable(8000, 5, LENGTH));
            events.add(new Event.Pause(8000, 5, 7000, false));
            events.add(new Event.Restart(8000, 0, Data.NOTHING, 0, 0));
        }
    },
    NO_INFO("`INFO` is refused, and failovers lose writes.") {
        @Override
        void accidents(List<Event> events) {
            events.add(new Event.RefuseInfo(0, 0));
            for (int at = 6000; at < LENGTH; at += 1000) {
                events.add(new Event.FailOver(at, 0, 900, 0, 0, false));
            }
        }
    },
    CLONED("A process is cloned while it runs.") {
        @Override
        void accidents(List<Event> events) {
            events.add(new Event.Clone(8000, 1, CLONE));
            for (int at = 8000; at < LENGTH; at += 50) {
                events.add(new Event.Draw(at, CLONE, 4, 0));
                events.add(new Event.Stamp(at, CLONE, 1));
            }
        }
    };

    private static final int LENGTH = 24_000;
    private static final int CLONE = 6;
    private static final int TTL = 4000;
    private static final int STORIES = 8;

    private final String text;
    private final int bucketBits;
    private final int numberBits;

    BeyondAssumptions(String text) {
        this(text, 3, 11);
    }

    BeyondAssumptions(String text, int bucketBits, int numberBits) {
        this.text = text;
        this.bucketBits = bucketBits;
        this.numberBits = numberBits;
    }

    abstract void accidents(List<Event> events);

    private static Event unreachable(int at, int instance, int until) {
        return new Event.Disturb(at, new Disturbance(Disturbance.Kind.REFUSED, instance, -1, until, 0));
    }

    private Scenario scenario(long seed) {
        List<Event> events = new ArrayList<>();
        accidents(events);
        for (int instance = 1; instance < 6; instance++) {
            events.add(new Event.Start(1000, instance, TTL, 0, true));
        }
        for (int at = 50; at < LENGTH; at += 50) {
            for (int instance = 0; instance < 6; instance++) {
                events.add(new Event.Draw(at, instance, 1 + (int) (Chance.of(seed, at, instance) % 8), 0));
                events.add(new Event.Stamp(at, instance, 1));
            }
        }
        Setting setting = new Setting(seed, new BucketLayout(bucketBits, numberBits), 1, false, 3, TTL, LENGTH);
        return new Scenario(setting, List.of(new Event.Start(0, 0, TTL, 0, true)), events, false);
    }

    /** A table's row. */
    String row() {
        long ids = 0;
        long duplicates = 0;
        long overlaps = 0;
        try (Messages messages = new Messages()) {
            for (long seed = 0; seed < STORIES; seed++) {
                Outcome outcome = World.play(scenario(seed), Rule.NONE);
                ids += outcome.ids();
                duplicates += outcome.duplicates();
                overlaps += outcome.overlaps();
            }
            return String.format(
                    Locale.ROOT,
                    "| %s | %,d of %,d | %,d | %s |%n",
                    text,
                    duplicates,
                    ids,
                    overlaps,
                    messages.said().isEmpty() ? "nothing" : String.join("; ", messages.said()));
        }
    }
}
