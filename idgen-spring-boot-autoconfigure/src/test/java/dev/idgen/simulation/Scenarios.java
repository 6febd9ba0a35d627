package dev.idgen.simulation;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.simulation.Event.Data;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes stories from seeds: busy instances, and an accident every second. All stay within what is assumed. */
final class Scenarios {

    /** Things happen at multiples of it, and clocks are off by multiples, so that times meet often. */
    private static final int GRID = 50;

    private static final int INSTANCES = 6;
    private static final int ACCIDENTS_BEGIN = 3000;
    private static final int SOON = 300;
    private static final int MOST_LOST = 990;
    private static final int MOST_CLOCK = 1990;
    private static final int LONGEST_NUISANCE = 4000;

    private final Random random;
    private final Setting setting;
    private final int mostDrawnBits;
    private final List<Event> events = new ArrayList<>();

    private Scenarios(Setting setting) {
        this.setting = setting;
        this.mostDrawnBits = Math.min(11, setting.layout().bits() - 2);
        this.random = new Random(Chance.of(setting.seed(), 1, 0));
    }

    static Scenario of(long seed) {
        Random random = new Random(Chance.of(seed, 0, 0));
        BucketLayout layout = switch (random.nextInt(8)) {
            case 0 -> new BucketLayout(2, 4);
            case 1 -> new BucketLayout(1, 7);
            case 2, 3, 4 -> new BucketLayout(3, 8);
            case 5, 6 -> new BucketLayout(3, 11);
            default -> BucketLayout.STANDARD;
        };
        int leaseTtl = 1000 * (1 + random.nextInt(5));
        Setting setting = new Setting(
                seed,
                layout,
                1 + random.nextInt(3),
                random.nextBoolean(),
                2,
                leaseTtl,
                20_000 + random.nextInt(20_000));
        return new Scenarios(setting).write();
    }

    private Scenario write() {
        List<Event> beginning = new ArrayList<>();
        beginning.add(start(0, 0, setting.leaseTtl()));
        for (int server = 0; server < setting.servers(); server++) {
            beginning.add(new Event.Dump(2000, server));
        }
        for (int instance = 1; instance < INSTANCES; instance++) {
            events.add(start(1000 + onGrid(2000), instance, shorterTtl()));
        }
        int pause = 200 + random.nextInt(1500);
        int server = 0;
        for (int at = ACCIDENTS_BEGIN; at < setting.millis(); ) {
            accident(at, server);
            // Accidents come together, too.
            if (random.nextInt(3) == 0) {
                at += 1 + random.nextInt(SOON);
            } else {
                at += 1 + random.nextInt(2 * pause);
                server = random.nextInt(setting.servers());
            }
        }
        for (int at = GRID; at < setting.millis(); at += GRID) {
            draws(at);
        }
        return new Scenario(setting, beginning, List.copyOf(events), true);
    }

    private int onGrid(int most) {
        return random.nextInt(most / GRID) * GRID;
    }

    private Event start(int at, int instance, int ttl) {
        boolean off = random.nextInt(2) == 0;
        return new Event.Start(at, instance, ttl, off ? onGrid(12_000) - 6000 : 0, random.nextInt(3) != 0);
    }

    private int shorterTtl() {
        return 1000 + random.nextInt(setting.leaseTtl() - 999);
    }

    private void draws(int at) {
        for (int instance = 0; instance < INSTANCES; instance++) {
            int kind = random.nextInt(16);
            if (kind < 4) {
                events.add(new Event.Draw(at, instance, 1 << random.nextInt(mostDrawnBits), 0));
            } else if (kind < 5) {
                events.add(new Event.Draw(at, instance, 1 + random.nextInt(8), GRID + onGrid(4000)));
            } else if (kind < 7) {
                events.add(new Event.Stamp(at, instance, 1 + random.nextInt(8)));
            }
        }
    }

    private void accident(int at, int server) {
        int instance = random.nextInt(INSTANCES);
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6 -> failOver(at, server);
            case 7 -> partition(at, server);
            case 8, 9 -> restart(at, server);
            case 10 -> events.add(new Event.Dump(at, server));
            case 11 -> events.add(new Event.ServerClock(at, server, random.nextInt(MOST_CLOCK)));
            case 12, 13 -> end(at, instance);
            case 14 -> events.add(new Event.Pause(at, instance, GRID + onGrid(8000), random.nextBoolean()));
            case 15 -> events.add(new Event.ClockStep(at, instance, onGrid(12_000) - 6000));
            default -> disturb(at, instance, server);
        }
    }

    private int away() {
        return random.nextInt(3) == 0 ? random.nextInt(2000) : random.nextInt(20);
    }

    private void failOver(int at, int server) {
        events.add(new Event.FailOver(
                at, server, random.nextInt(MOST_LOST), away(), random.nextInt(MOST_CLOCK), random.nextBoolean()));
    }

    /** What the old master writes until it is found out is lost as well. */
    private void partition(int at, int server) {
        int lost = random.nextInt(MOST_LOST);
        events.add(new Event.Partition(
                at,
                server,
                lost,
                1 + random.nextInt(MOST_LOST - lost),
                random.nextInt(MOST_CLOCK),
                random.nextInt(1 << INSTANCES)));
    }

    private void restart(int at, int server) {
        Data data = random.nextInt(3) == 0 ? Data.NOTHING : setting.appendOnly() ? Data.FILE : Data.DUMP;
        events.add(new Event.Restart(at, server, data, random.nextInt(MOST_LOST), away()));
    }

    private void end(int at, int instance) {
        events.add(random.nextBoolean() ? new Event.Kill(at, instance) : new Event.Close(at, instance));
        events.add(start(at + 100 + onGrid(3000), instance, shorterTtl()));
    }

    private void disturb(int at, int instance, int server) {
        Disturbance.Kind[] kinds = Disturbance.Kind.values();
        events.add(new Event.Disturb(
                at,
                new Disturbance(
                        kinds[random.nextInt(kinds.length)],
                        random.nextBoolean() ? instance : -1,
                        random.nextBoolean() ? server : -1,
                        at + 1 + random.nextInt(LONGEST_NUISANCE),
                        1 + random.nextInt(1500))));
    }
}
