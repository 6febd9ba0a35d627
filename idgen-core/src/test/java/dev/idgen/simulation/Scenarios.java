package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.simulation.Setting.Store;
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

    private static final int INSTANCES = 6;
    private static final int ACCIDENTS_BEGIN = 3000;
    private static final int SOON = 300;
    private static final int A_MOMENT = 990;
    private static final int MARGIN = 1990;
    private static final int LATEST_SWAP = 500;
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
    private final Random random;
    private final Setting setting;
    private final int mostDrawnBits;
    private final int mostClock;
    private final List<Event> events = new ArrayList<>();

    private Scenarios(Setting setting) {
        this.setting = setting;
        this.mostDrawnBits = Math.min(12, setting.layout().bits() - 2);
        this.random = new Random(Chance.of(setting.seed(), 1, 0));
        this.mostClock = 1 + random.nextInt(MARGIN - LATEST_SWAP - (setting.isDatabase() ? LATEST_SWAP : 0));
    }

    static Scenario of(long seed) {
        Random random = new Random(Chance.of(seed, 0, 0));
        BucketLayout layout = LAYOUTS[random.nextInt(LAYOUTS.length)];
        if (random.nextInt(32) == 0) {
            layout = BucketLayout.STANDARD;
        }
        int leaseTtl = 1000 * (random.nextInt(24) == 0 ? 20 : 1 + random.nextInt(5));
        int maxLead = switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> 2000;
            default -> 60_000;
        };
        Store store = switch (random.nextInt(8)) {
            case 0, 1 -> Store.DATABASE;
            case 2, 3 -> Store.SENTINEL;
            case 4 -> Store.HALF_SENTINEL;
            default -> Store.REDIS;
        };
        int servers = store == Store.REDIS ? 1 + random.nextInt(3) : 1;
        int millis = 20_000 + 2 * leaseTtl + random.nextInt(20_000);
        return new Scenarios(new Setting(seed, layout, servers, store, 2, leaseTtl, maxLead, millis)).write();
    }

    private Scenario write() {
        List<Event> beginning = List.of(start(0, 0));
        for (int instance = 1; instance < INSTANCES; instance++) {
            events.add(start(random.nextInt(3) == 0 ? onGrid(200) : 1000 + onGrid(2000), instance));
        }
        int pause = 200 + random.nextInt(800);
        int server = 0;
        for (int at = ACCIDENTS_BEGIN; at < setting.millis(); ) {
            accident(at, server);
            // Accidents come together, too.
            if (random.nextInt(3) == 0) {
                at += 1 + random.nextInt(random.nextBoolean() ? SOON : 3);
            } else {
                at += 1 + random.nextInt(2 * pause);
                server = random.nextInt(setting.servers());
            }
        }
        for (int at = GRID; at < setting.millis(); at += GRID) {
            draws(at);
        }
        return new Scenario(setting, beginning, List.copyOf(events));
    }

    private int onGrid(int most) {
        return random.nextInt(most / GRID) * GRID;
    }

    private Event start(int at, int instance) {
        boolean off = random.nextInt(2) == 0;
        return Event.start(at, instance, off ? onGrid(12_000) - 6000 : 0, random.nextInt(3) != 0);
    }

    private void draws(int at) {
        for (int instance = 0; instance < INSTANCES; instance++) {
            int kind = random.nextInt(16);
            if (kind < 4) {
                events.add(Event.draw(at, instance, 1 << random.nextInt(mostDrawnBits), 0));
            } else if (kind < 5) {
                events.add(Event.draw(at, instance, 1 + random.nextInt(8), GRID + onGrid(4000)));
            } else if (kind < 7) {
                events.add(Event.stamp(at, instance, 1 + random.nextInt(8)));
            }
        }
    }

    private void accident(int at, int server) {
        int instance = random.nextInt(INSTANCES);
        switch (random.nextInt(27)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> failOver(at, server);
            case 9, 10 -> partition(at, server);
            case 11 -> events.add(Event.restart(at, server, lost(at), away()));
            case 12 -> restart(at);
            case 13 -> boot(at, server);
            case 14, 15 -> evict(at);
            case 16 -> ofItsStore(at, server);
            case 17 -> events.add(Event.serverClock(at, server, clock()));
            case 18, 19 -> end(at, instance);
            case 20 -> events.add(Event.pause(at, instance, GRID + onGrid(8000), random.nextBoolean()));
            case 21 -> events.add(Event.clockStep(at, instance, onGrid(12_000) - 6000));
            case 22 -> events.add(Event.refuseInfo(at, server, random.nextInt(2000)));
            default -> disturb(at, instance, server);
        }
    }

    /** With Sentinel, the old master may be promoted again. */
    private void failOver(int at, int server) {
        events.add(Event.failOver(at, server, lost(at), away(), clock()));
        if (setting.store() == Store.SENTINEL && random.nextInt(3) == 0) {
            events.add(Event.comeBack(at + 500 + random.nextInt(2500), server));
        }
    }

    private void ofItsStore(int at, int server) {
        switch (setting.store()) {
            case DATABASE -> events.add(Event.putBack(at, server, lost(at)));
            case SENTINEL -> events.add(Event.comeBack(at, server));
            default -> move(at);
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
        events.add(Event.partition(at, server, lost(at), millis, clock(), random.nextInt(1 << INSTANCES)));
    }

    /** All servers at once. */
    private void restart(int at) {
        int lost = lost(at);
        for (int server = 0; server < setting.servers(); server++) {
            events.add(Event.restart(at, server, lost, away()));
        }
    }

    private void boot(int at, int server) {
        int away = away();
        events.add(Event.boot(at, server, 60_000 + random.nextInt(240_000), away));
        events.add(Event.serverClock(at + away + random.nextInt(3000), server, clock()));
    }

    private void evict(int at) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            events.add(Event.evict(
                    at,
                    switch (random.nextInt(4)) {
                        case 0 -> "";
                        case 1 -> "nodes:" + setting.nodeBits() + ":" + random.nextInt(2);
                        default ->
                            Integer.toString(random.nextInt(setting.layout().buckets()));
                    }));
        }
    }

    private void move(int at) {
        int to = random.nextInt(setting.servers());
        for (int i = random.nextInt(4); i >= 0; i--) {
            events.add(Event.move(at, random.nextInt(setting.layout().buckets()), to));
        }
    }

    private void end(int at, int instance) {
        events.add(random.nextBoolean() ? Event.kill(at, instance) : Event.close(at, instance));
        events.add(start(at + 100 + onGrid(3000), instance));
    }

    private void disturb(int at, int instance, int server) {
        Disturbance.Kind[] kinds = Disturbance.Kind.values();
        Disturbance.Kind kind = kinds[random.nextInt(setting.isDatabase() ? kinds.length : kinds.length - 1)];
        events.add(Event.disturb(
                at,
                new Disturbance(
                        kind,
                        random.nextBoolean() ? instance : -1,
                        random.nextBoolean() ? server : -1,
                        at + 1 + random.nextInt(LONGEST_NUISANCE),
                        1 + random.nextInt(1500))));
    }
}
