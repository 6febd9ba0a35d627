package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.simulation.Event.PutBack;
import dev.idgen.simulation.Setting.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Stories that break one assumption each. */
enum BeyondAssumptions {
    FAILOVER_BY_HAND_LOW(
            "After `SENTINEL FAILOVER` the old master goes on for 11 s, for half of the instances; 100 ids/s each.") {
        @Override
        void write(Tale tale) {
            tale.oldMaster(11_000, 11_000);
            tale.draw(LOW);
        }
    },
    FAILOVER_BY_HAND_HIGH("The same, 20,000 ids/s each.", 4, Runs.TOLD) {
        @Override
        void write(Tale tale) {
            tale.oldMaster(11_000, 11_000);
            tale.draw(HIGH);
        }
    },
    FAILOVER_BY_HAND_LEFT_LOW(
            "The same, but they leave it within 1 s, as they do when they hear of Sentinel; 100 ids/s each.") {
        @Override
        void write(Tale tale) {
            tale.oldMaster(11_000, 1000);
            tale.draw(LOW);
        }
    },
    FAILOVER_BY_HAND_LEFT_HIGH("The same, 20,000 ids/s each.", 4, Runs.TOLD) {
        @Override
        void write(Tale tale) {
            tale.oldMaster(11_000, 1000);
            tale.draw(HIGH);
        }
    },
    CUT_OFF_LOW("A master that is cut off goes on for 3 s, for half of the instances; 100 ids/s each.") {
        @Override
        void write(Tale tale) {
            tale.oldMaster(3000, 3000);
            tale.draw(LOW);
        }
    },
    CUT_OFF_HIGH("The same, 20,000 ids/s each.", 4, Runs.TOLD) {
        @Override
        void write(Tale tale) {
            tale.oldMaster(3000, 3000);
            tale.draw(HIGH);
        }
    },
    CUT_OFF_LEFT_LOW("The same, but they leave it within 1 s; 100 ids/s each.") {
        @Override
        void write(Tale tale) {
            tale.oldMaster(3000, 1000);
            tale.draw(LOW);
        }
    },
    CUT_OFF_LEFT_HIGH("The same, 20,000 ids/s each.", 4, Runs.TOLD) {
        @Override
        void write(Tale tale) {
            tale.oldMaster(3000, 1000);
            tale.draw(HIGH);
        }
    },
    CLOCKS("A master's clock is 10 s ahead of that of its replica, which takes over and lacks the latest writes.") {
        @Override
        void write(Tale tale) {
            tale.add(new Event.ServerClock(5000, 0, 10_000));
            tale.add(new Event.FailOver(10_000, 0, 5000, 0, 0));
            tale.drawFew();
        }
    },
    NEWCOMER("All data is lost, and for 3 s a process that starts is the only one that can ask.") {
        @Override
        void write(Tale tale) {
            tale.add(new Event.Kill(7000, 5));
            tale.add(new Event.Restart(8000, 0, Server.EVERYTHING, 0));
            for (int instance = 0; instance < 5; instance++) {
                tale.add(unreachable(8000, instance, 11_000));
            }
            tale.add(new Event.Start(8000, 5, TTL, 0, true));
            tale.drawFew();
        }
    },
    RAISED_TTL(
            "A longer `lease-ttl` has just settled when all data is lost, and the first to ask is a process that starts with a short one.") {
        @Override
        void write(Tale tale) {
            tale.add(new Event.Kill(1500, 4));
            tale.add(new Event.Start(2000, 4, 8000, 0, true));
            tale.add(new Event.Kill(22_000, 5));
            tale.add(new Event.Restart(23_000, 0, Server.EVERYTHING, 0));
            for (int instance = 0; instance < 5; instance++) {
                tale.add(unreachable(23_000, instance, 26_000));
            }
            tale.add(new Event.Start(23_000, 5, 1000, 0, true));
            tale.drawFew();
        }
    },
    NO_INFO("`INFO` is refused behind a proxy that hides failovers, and these lose writes.", 8, Runs.HIDDEN) {
        @Override
        void write(Tale tale) {
            for (int at = 6000; at < LENGTH; at += 1000) {
                tale.add(new Event.FailOver(at, 0, 900, 0, 0));
            }
            tale.drawFew();
        }
    },
    ROWS_BY_HAND(
            "The rows of a database are put back by hand, as they were 3 s ago, without another run.",
            8,
            Runs.BY_DATABASE) {
        @Override
        void write(Tale tale) {
            for (int at = 8000; at < LENGTH; at += 7000) {
                tale.add(new Event.PutBack(at, 0, 3000, PutBack.Manner.BY_HAND));
            }
            tale.drawFew();
        }
    },
    TABLES_UNDER_TRANSACTIONS(
            "The tables of a database are restored, as they were 3 s ago, between the first look of transactions at the run and their look at a row.",
            8,
            Runs.BY_DATABASE) {
        @Override
        void write(Tale tale) {
            for (int at = 8000; at < LENGTH; at += 7000) {
                tale.add(slow(at - 300, at + 100));
                tale.add(new Event.PutBack(at, 0, 3000, PutBack.Manner.UNDER_TRANSACTIONS));
            }
            tale.drawFew();
        }
    },
    CLONED("A process is cloned while it runs.") {
        @Override
        void write(Tale tale) {
            tale.add(new Event.Clone(8000, 1, CLONE));
            for (int at = 8000; at < LENGTH; at += STEP) {
                tale.add(new Event.Draw(at, CLONE, 4, 0));
                tale.add(new Event.Stamp(at, CLONE, 1));
            }
            tale.drawFew();
        }
    };

    private static final int LENGTH = 30_000;
    private static final int STEP = 50;
    private static final int CLONE = 6;
    private static final int TTL = 4000;
    private static final int INSTANCES = 6;

    /** Ids in 50 ms. */
    private static final int LOW = 5;

    /** Ids in 50 ms. */
    private static final int HIGH = 1000;

    private final String text;
    private final int stories;
    private final Runs runs;

    BeyondAssumptions(String text) {
        this(text, 8, Runs.TOLD);
    }

    BeyondAssumptions(String text, int stories, Runs runs) {
        this.text = text;
        this.stories = stories;
        this.runs = runs;
    }

    abstract void write(Tale tale);

    private static Event unreachable(int at, int instance, int until) {
        return new Event.Disturb(at, new Disturbance(Disturbance.Kind.REFUSED, instance, -1, until, 0));
    }

    private static Event slow(int at, int until) {
        return new Event.Disturb(at, new Disturbance(Disturbance.Kind.SLOW_TRANSACTIONS, -1, -1, until, 300));
    }

    /** A story in the making. */
    private static final class Tale {

        private final long seed;
        private final List<Event> events = new ArrayList<>();
        private BucketLayout layout = BucketLayout.STANDARD;
        private int ttl = 10_000;

        Tale(long seed) {
            this.seed = seed;
        }

        void add(Event event) {
            events.add(event);
        }

        /** A replica takes over, and half of the instances reach the old master for longer. */
        void oldMaster(int millis, int leave) {
            add(new Event.Partition(8000, 0, 0, millis, 0, 7, leave));
        }

        /** From buckets as they are shipped. */
        void draw(int count) {
            for (int at = STEP; at < LENGTH; at += STEP) {
                for (int instance = 0; instance < INSTANCES; instance++) {
                    add(new Event.Draw(at, instance, count, 0));
                }
            }
        }

        /** From few buckets, and with node ids. */
        void drawFew() {
            layout = new BucketLayout(3, 11);
            ttl = TTL;
            for (int at = STEP; at < LENGTH; at += STEP) {
                for (int instance = 0; instance < INSTANCES; instance++) {
                    add(new Event.Draw(at, instance, 1 + (int) (Chance.of(seed, at, instance) % 8), 0));
                    add(new Event.Stamp(at, instance, 1));
                }
            }
        }

        Scenario told(Runs runs) {
            for (int instance = 1; instance < INSTANCES; instance++) {
                add(new Event.Start(1000, instance, ttl, 0, true));
            }
            Setting setting = new Setting(seed, layout, 1, runs, 3, ttl, 60_000, LENGTH);
            return new Scenario(setting, List.of(new Event.Start(0, 0, ttl, 0, true)), events, false);
        }
    }

    Scenario scenario(long seed) {
        Tale tale = new Tale(seed);
        write(tale);
        return tale.told(runs);
    }

    /** A table's row. */
    String row() {
        long ids = 0;
        long duplicates = 0;
        long overlaps = 0;
        try (Messages messages = new Messages()) {
            for (long seed = 0; seed < stories; seed++) {
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
