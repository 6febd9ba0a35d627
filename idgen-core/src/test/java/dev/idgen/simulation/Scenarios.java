package dev.idgen.simulation;

import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.simulation.Setting.Store;
import dev.idgen.store.MasterWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes stories from seeds: instances that draw, and an accident every few seconds. All stay within what is assumed. What
 * a server loses is not limited, nor how often. A majority knows a new master in time, but the replaced one answers for
 * as long as it is reached. Only a database's falls silent. {@link Server} keeps them within what is assumed of clocks that are set.
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
    private static final int LONGEST_PARTITION = 8000;
    private static final BucketLayout[] LAYOUTS = {
        new BucketLayout(2, 4),
        new BucketLayout(1, 7),
        new BucketLayout(3, 8),
        new BucketLayout(3, 8),
        new BucketLayout(3, 8),
        new BucketLayout(3, 11),
        new BucketLayout(3, 11),
        new BucketLayout(3, 14),
        new BucketLayout(5, 6)
    };
    private static final int[] NODE_BITS = {2, 4, 4, 6};
    private static final int MINUTE = 60_000;
    private static final int HOUR = 60 * MINUTE;

    private final Random random;
    private final Setting setting;
    private final int mostDrawnBits;
    private final int mostClock;
    private final boolean wild;
    private final List<Event> events = new ArrayList<>();

    private Scenarios(Setting setting) {
        this.setting = setting;
        this.mostDrawnBits = Math.min(12, setting.layout().bits() - 2);
        this.random = new Random(Chance.of(setting.seed(), 1, 0));
        this.wild = random.nextInt(4) == 0;
        this.mostClock = 1 + random.nextInt(MARGIN - LATEST_SWAP - (setting.isDatabase() ? LATEST_SWAP : 0));
    }

    static Scenario of(long seed) {
        Random random = new Random(Chance.of(seed, 0, 0));
        BucketLayout layout = LAYOUTS[random.nextInt(LAYOUTS.length)];
        if (random.nextInt(32) == 0) {
            layout = BucketLayout.STANDARD;
        }
        int leaseTtl = 1000 * (random.nextInt(24) == 0 ? 20 : 1 + random.nextInt(5));
        Store store = switch (random.nextInt(8)) {
            case 0, 1 -> Store.DATABASE;
            case 2, 3 -> Store.SENTINEL;
            case 4 -> Store.HALF_SENTINEL;
            default -> Store.REDIS;
        };
        int servers = store == Store.REDIS ? 1 + random.nextInt(3) : 1;
        int millis = 30_000 + 3 * leaseTtl + random.nextInt(30_000);
        int nodeBits = NODE_BITS[random.nextInt(NODE_BITS.length)];
        return new Scenarios(new Setting(seed, layout, servers, store, nodeBits, leaseTtl, millis)).write();
    }

    private Scenario write() {
        List<Event> beginning = List.of(start(0, 0));
        for (int instance = 1; instance < INSTANCES; instance++) {
            events.add(start(random.nextInt(3) == 0 ? onGrid(200) : 1000 + onGrid(2000), instance));
        }
        int pause = 200 + random.nextInt(1800);
        int server = 0;
        for (int at = ACCIDENTS_BEGIN; at < setting.millis(); ) {
            accident(at, server);
            switch (random.nextInt(8)) {
                // Accidents come together, too.
                case 0, 1 -> at += 1 + random.nextInt(random.nextBoolean() ? SOON : 3);
                // What is lost meets a time of the doubt before.
                case 2, 3 -> at += timeOfDoubt();
                case 4 -> at += settles() + random.nextInt(2 * pause);
                default -> {
                    at += 1 + random.nextInt(2 * pause);
                    server = random.nextInt(setting.servers());
                }
            }
        }
        for (int at = GRID; at < setting.millis(); at += GRID) {
            draws(at);
        }
        return new Scenario(setting, beginning, List.copyOf(events));
    }

    /** From a doubt until its slot opens, the rest is granted, or windows close. */
    private int timeOfDoubt() {
        int time = switch (random.nextInt(4)) {
            case 0 -> (int) GroupRule.MARGIN_MILLIS + random.nextInt(settles() / 4);
            case 1 -> settles();
            case 2 -> settles() + 2000;
            default -> setting.leaseTtl();
        };
        return time + random.nextInt(61) - 30;
    }

    private int settles() {
        return setting.leaseTtl() + (int) GroupRule.MARGIN_MILLIS;
    }

    private int onGrid(int most) {
        return random.nextInt(most / GRID) * GRID;
    }

    private Event start(int at, int instance) {
        boolean off = random.nextInt(2) == 0;
        return Event.start(at, instance, off ? step() : 0, random.nextInt(3) != 0);
    }

    /** One instance is idle now and then. */
    private void draws(int at) {
        int idle = at / 7000 % (2 * INSTANCES);
        for (int instance = 0; instance < INSTANCES; instance++) {
            if (instance == idle) {
                continue;
            }
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
        switch (random.nextInt(wild ? 36 : 30)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> failOver(at, server);
            case 9, 10 -> partition(at, server);
            case 11 -> events.add(Event.restart(at, server, lost(at), away()));
            case 12 -> restart(at, lost(at));
            case 13 -> boot(at, server);
            case 14, 15 -> evict(at);
            case 16 -> ofItsStore(at, server);
            case 17 -> events.add(Event.serverClock(at, server, clock()));
            case 18, 19 -> end(at, instance);
            case 20 -> events.add(Event.pause(at, instance, GRID + onGrid(8000), random.nextBoolean()));
            case 21 -> events.add(Event.clockStep(at, instance, step()));
            case 22 -> events.add(Event.refuseInfo(at, server, random.nextInt(2000)));
            case 23 -> reconnectLate(at);
            case 30, 31, 32, 33 -> stepServerClock(at, server);
            case 34, 35 -> returnToDoubt(at, server);
            default -> disturb(at, instance, server);
        }
    }

    /** Everything is lost, and some instances do not reach the servers for a while. */
    private void reconnectLate(int at) {
        restart(at, random.nextInt(3) == 0 ? lost(at) : Server.EVERYTHING);
        for (int instance = 0; instance < INSTANCES; instance++) {
            if (random.nextBoolean()) {
                int until = at + random.nextInt(2 * settles());
                events.add(Event.disturb(at, new Disturbance(Disturbance.Kind.REFUSED, instance, -1, until, 0)));
            }
        }
        end(at + random.nextInt(SOON), random.nextInt(INSTANCES));
    }

    /** A clock is wrong for a while, in which the replica may take over. */
    private void stepServerClock(int at, int server) {
        int until = at + random.nextInt(6000);
        events.add(Event.serverClock(at, server, step() + clock()));
        if (random.nextBoolean()) {
            events.add(Event.failOver(at + random.nextInt(3000), server, lost(at), away(), Server.SAME_CLOCK));
        }
        events.add(Event.serverClock(until, server, clock()));
    }

    /** A clock is set back to a doubt, and the replica takes over, which has everything. */
    private void returnToDoubt(int at, int server) {
        events.add(Event.clockToDoubt(at, group(), random.nextInt(200) - 1100));
        events.add(Event.failOver(at + 1000 + random.nextInt(60), server, 0, 0, Server.SAME_CLOCK));
        events.add(Event.serverClock(at + 1500 + random.nextInt(8000), server, clock()));
    }

    private int step() {
        int most = switch (random.nextInt(4)) {
            case 0 -> 3 * HOUR;
            case 1 -> 5 * MINUTE;
            default -> 6000;
        };
        return onGrid(2 * most) - most;
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
        int limit = MARGIN - mostClock - (setting.isWatched() ? (int) MasterWatch.FRESH_MILLIS : 0);
        int known = 1 + random.nextInt(Math.max(1, limit));
        int millis = setting.isWatched() ? known + random.nextInt(LONGEST_PARTITION) : known;
        events.add(Event.partition(at, server, lost(at), millis, known, clock(), random.nextInt(1 << INSTANCES)));
    }

    /** All servers at once. */
    private void restart(int at, int lost) {
        for (int server = 0; server < setting.servers(); server++) {
            events.add(Event.restart(at, server, lost, away()));
        }
    }

    private void boot(int at, int server) {
        int away = away();
        events.add(Event.boot(at, server, -MINUTE - random.nextInt(4 * MINUTE), away));
        events.add(Event.serverClock(at + away + random.nextInt(3000), server, clock()));
    }

    private void evict(int at) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            events.add(Event.evict(at, group()));
        }
    }

    private void move(int at) {
        int to = random.nextInt(setting.servers());
        for (int i = random.nextInt(4); i >= 0; i--) {
            events.add(Event.move(at, group(), to));
        }
    }

    private String group() {
        List<String> groups = setting.groups();
        return groups.get(random.nextInt(groups.size()));
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
