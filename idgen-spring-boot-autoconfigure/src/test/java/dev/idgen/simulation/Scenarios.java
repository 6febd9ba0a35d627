package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes stories from seeds: busy instances, and an accident every second. All stay within what is assumed: what a server loses
 * is not limited, nor how often; but a master that was replaced is silent, as is a clock's error gone, within two seconds.
 */
final class Scenarios {

    /** Things happen at multiples of it, and clocks are off by multiples, so that times meet often. */
    private static final int GRID = 50;

    /** Any number; this one leaves the stories on Redis that the page tells of. */
    private static final int DATABASE = 25;

    private static final int INSTANCES = 6;
    private static final int ACCIDENTS_BEGIN = 3000;
    private static final int SOON = 300;
    private static final int A_MOMENT = 990;
    private static final int MARGIN = 1990;
    private static final int LONGEST_NUISANCE = 4000;
    private static final BucketLayout[] LAYOUTS = {
        new BucketLayout(2, 4),
        new BucketLayout(1, 7),
        new BucketLayout(3, 8),
        new BucketLayout(3, 8),
        new BucketLayout(3, 8),
        new BucketLayout(3, 11),
        new BucketLayout(3, 11),
        new BucketLayout(3, 14)
    };
    private static final int[] FAR_APART_TTLS = {2000, 10_000, 60_000};

    private final Random random;
    private final Setting setting;

    /** Whether its instances have ttls that are far apart, which takes long to settle. */
    private final boolean farApart;

    /** Whether the longest ttl is asked for later than others. */
    private final boolean raises;

    private final int mostDrawnBits;
    private final int mostClock;
    private final List<Event> events = new ArrayList<>();

    private Scenarios(Setting setting) {
        this.setting = setting;
        this.farApart = setting.leaseTtl() == FAR_APART_TTLS[2];
        this.mostDrawnBits = Math.min(12, setting.layout().bits() - 2);
        this.random = new Random(Chance.of(setting.seed(), 1, 0));
        this.mostClock = 1 + random.nextInt(MARGIN - 1);
        this.raises = random.nextInt(4) == 0;
    }

    static Scenario of(long seed) {
        Random random = new Random(Chance.of(seed, 0, 0));
        BucketLayout layout = LAYOUTS[random.nextInt(LAYOUTS.length)];
        if (random.nextInt(32) == 0) {
            layout = BucketLayout.STANDARD;
        }
        boolean farApart = random.nextInt(24) == 0;
        int leaseTtl = farApart ? FAR_APART_TTLS[2] : 1000 * (1 + random.nextInt(5));
        int maxLead = switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> 2000;
            default -> 60_000;
        };
        int servers = 1 + random.nextInt(3);
        Setting.Runs runs = random.nextInt(8) == 0 ? Setting.Runs.NOT_TOLD : Setting.Runs.TOLD;
        boolean database = Chance.of(seed, DATABASE, 0) % 4 == 0;
        Setting setting = new Setting(
                seed,
                layout,
                database ? 1 : servers,
                database ? Setting.Runs.BY_DATABASE : runs,
                2,
                leaseTtl,
                maxLead,
                (farApart ? 180_000 : 20_000) + random.nextInt(20_000));
        return new Scenarios(setting).write();
    }

    private Scenario write() {
        List<Event> beginning = List.of(start(0, 0, raises || farApart ? anyTtl() : setting.leaseTtl()));
        for (int instance = 1; instance < INSTANCES; instance++) {
            events.add(start(1000 + onGrid(2000), instance, anyTtl()));
        }
        int pause = (200 + random.nextInt(800)) * (farApart ? 4 : 1);
        int server = 0;
        for (int at = ACCIDENTS_BEGIN; at < setting.millis(); ) {
            if (setting.isDatabase()) {
                accidentOfDatabase(at);
            } else {
                accident(at, server);
            }
            // Accidents come together, too.
            if (random.nextInt(3) == 0) {
                at += 1 + random.nextInt(random.nextBoolean() ? SOON : 3);
            } else {
                at += 1 + random.nextInt(2 * pause);
                server = random.nextInt(setting.servers());
            }
        }
        for (int at = GRID; at < setting.millis(); at += farApart ? 5 * GRID : GRID) {
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

    private int anyTtl() {
        return farApart
                ? FAR_APART_TTLS[random.nextInt(FAR_APART_TTLS.length)]
                : 1000 + random.nextInt(setting.leaseTtl() - 999);
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
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> events.add(new Event.FailOver(at, server, lost(at), away(), clock()));
            case 9, 10 -> partition(at, server);
            case 11 -> events.add(new Event.Restart(at, server, lost(at), away()));
            case 12 -> restart(at);
            case 13 -> boot(at, server);
            case 14 -> evict(at);
            case 15 -> move(at);
            case 16 -> events.add(new Event.ServerClock(at, server, clock()));
            case 17, 18 -> end(at, instance);
            case 19 -> events.add(new Event.Pause(at, instance, GRID + onGrid(8000), random.nextBoolean()));
            case 20 -> events.add(new Event.ClockStep(at, instance, onGrid(12_000) - 6000));
            default -> disturb(at, instance, server);
        }
    }

    private void accidentOfDatabase(int at) {
        int instance = random.nextInt(INSTANCES);
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3 -> events.add(new Event.FailOver(at, 0, lost(at), away(), clock()));
            case 4, 5 -> partition(at, 0);
            case 6, 7 -> events.add(new Event.Restart(at, 0, 0, away()));
            case 8, 9, 10 -> events.add(new Event.Restart(at, 0, lost(at), away()));
            case 11, 12, 13 -> events.add(new Event.PutBack(at, 0, lost(at), Event.PutBack.Manner.ANEW));
            case 14 -> boot(at, 0);
            case 15 -> evict(at);
            case 16 -> events.add(new Event.ServerClock(at, 0, clock()));
            case 17, 18 -> end(at, instance);
            case 19 -> events.add(new Event.Pause(at, instance, GRID + onGrid(8000), random.nextBoolean()));
            case 20 -> events.add(new Event.ClockStep(at, instance, onGrid(12_000) - 6000));
            default -> disturb(at, instance, 0);
        }
    }

    /** Nothing, a moment, anything, or all. */
    private int lost(int at) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1, 2, 3 -> random.nextInt(A_MOMENT);
            case 4, 5, 6 -> random.nextInt(at);
            default -> Server.EVERYTHING;
        };
    }

    private int clock() {
        return random.nextInt(mostClock);
    }

    private int away() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(2000);
            case 1 -> 0;
            default -> random.nextInt(20);
        };
    }

    /** What the old master writes until it is found out is lost as well. */
    private void partition(int at, int server) {
        int millis = 1 + random.nextInt(MARGIN - mostClock);
        events.add(new Event.Partition(at, server, lost(at), millis, clock(), random.nextInt(1 << INSTANCES), millis));
    }

    /** All servers at once. */
    private void restart(int at) {
        int lost = lost(at);
        for (int server = 0; server < setting.servers(); server++) {
            events.add(new Event.Restart(at, server, lost, away()));
        }
    }

    private void boot(int at, int server) {
        int away = away();
        events.add(new Event.Boot(at, server, 60_000 + random.nextInt(240_000), away));
        events.add(new Event.ServerClock(at + away + random.nextInt(3000), server, clock()));
    }

    private void evict(int at) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            List<String> keys = switch (random.nextInt(4)) {
                case 0 -> List.of(Keys.NAMESPACE);
                case 1 -> Keys.nodes(setting.nodeBits());
                default -> Keys.buckets(setting.layout().buckets());
            };
            events.add(new Event.Evict(at, keys.get(random.nextInt(keys.size()))));
        }
    }

    private void move(int at) {
        int to = random.nextInt(setting.servers());
        for (int i = random.nextInt(4); i >= 0; i--) {
            events.add(new Event.Move(at, random.nextInt(setting.layout().buckets()), to));
        }
    }

    private void end(int at, int instance) {
        events.add(random.nextBoolean() ? new Event.Kill(at, instance) : new Event.Close(at, instance));
        events.add(start(at + 100 + onGrid(3000), instance, anyTtl()));
    }

    private void disturb(int at, int instance, int server) {
        List<Disturbance.Kind> kinds = Disturbance.Kind.kinds(setting.isDatabase());
        events.add(new Event.Disturb(
                at,
                new Disturbance(
                        kinds.get(random.nextInt(kinds.size())),
                        random.nextBoolean() ? instance : -1,
                        random.nextBoolean() ? server : -1,
                        at + 1 + random.nextInt(LONGEST_NUISANCE),
                        1 + random.nextInt(1500))));
    }
}
