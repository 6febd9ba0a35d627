package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.OmittedRule;
import dev.idgen.simulation.Setting.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stories about one thing, in which six instances draw all the time. */
final class Directed {

    private static final int INSTANCES = 6;
    private static final int STEP = 50;
    private static final int TTL = 5000;
    private static final int TWO_HOURS = 7_200_000;
    private static final int FIVE_MINUTES = 300_000;

    /** In which second a clock that was wrong has been set right. */
    static final int SET_RIGHT = 20;

    private Directed() {}

    /** The story for a rule that chance rarely needs. */
    static Optional<Scenario> needing(OmittedRule rule) {
        return Optional.ofNullable(
                switch (rule) {
                    case EPOCH -> comesBack(3);
                    case SWAP_RUN -> swapsUnderWay(0);
                    case SWAP_LIMIT -> lostTwice(0);
                    default -> null;
                });
    }

    private static Scenario story(
            long seed, Store store, BucketLayout layout, int servers, int millis, List<Event> accidents) {
        List<Event> events = new ArrayList<>(accidents);
        for (int instance = 0; instance < INSTANCES; instance++) {
            if (instance > 0) {
                events.add(start(1000, instance));
            }
            for (int at = STEP; at < millis; at += STEP) {
                events.add(Event.draw(at, instance, 1, 0));
            }
        }
        Setting setting = new Setting(seed, layout, servers, store, 0, TTL, 60_000, millis);
        return new Scenario(setting, List.of(start(0, 0)), events);
    }

    private static Event start(int at, int instance) {
        return Event.start(at, instance, 0, true);
    }

    /** The clock of one server is two hours ahead for a while, with failovers or without. */
    static Scenario twoHoursAhead(long seed, int servers, boolean failovers) {
        List<Event> accidents = new ArrayList<>(
                List.of(Event.serverClock(8000, 0, TWO_HOURS), Event.serverClock(1000 * SET_RIGHT, 0, 0)));
        if (failovers) {
            accidents.add(Event.failOver(12_000, 0, 3000, 0, TWO_HOURS));
            accidents.add(Event.failOver(24_000, 0, 3000, 0, 0));
        }
        return story(seed, Store.REDIS, new BucketLayout(4, 9), servers, 40_000, accidents);
    }

    /** A server boots with its clock behind, and is put right. */
    static Scenario bootBehind(long seed, int servers) {
        List<Event> accidents = List.of(Event.boot(10_000, 0, FIVE_MINUTES, 0), Event.serverClock(13_000, 0, 0));
        return story(seed, Store.REDIS, new BucketLayout(4, 9), servers, 40_000, accidents);
    }

    /** All slots are moved to servers that were promoted before, and back. */
    static Scenario slotsMoved(long seed) {
        List<Event> accidents = new ArrayList<>();
        for (int server = 0; server < 3; server++) {
            accidents.add(Event.failOver(3000, server, 0, 0, 0));
        }
        for (int bucket = 0; bucket < 16; bucket++) {
            accidents.add(Event.move(10_000 + 20 * bucket, bucket, 0));
            accidents.add(Event.move(16_000 + 20 * bucket, bucket, 1 + bucket % 2));
        }
        return story(seed, Store.REDIS, new BucketLayout(4, 9), 3, 24_000, accidents);
    }

    /** The master that was replaced becomes master again in its old run, as it was: Sentinel's count alone tells of that. */
    static Scenario comesBack(long seed) {
        List<Event> accidents = new ArrayList<>();
        for (int at = 8000; at < 36_000; at += 9000) {
            accidents.add(Event.failOver(at, 0, 100, 0, 0));
            accidents.add(Event.comeBack(at + 5000, 0));
            for (int instance = 3; instance < INSTANCES; instance++) { // others know that there was more
                accidents.add(Event.kill(at + 4900, instance));
                accidents.add(start(at + 4901, instance));
            }
        }
        return story(seed, Store.SENTINEL, new BucketLayout(1, 7), 1, 40_000, accidents);
    }

    /** Swaps are on their way while a replica takes over, which has just the value that they expect. */
    static Scenario swapsUnderWay(long seed) {
        List<Event> accidents = new ArrayList<>(
                List.of(Event.disturbAll(2000, Disturbance.Kind.SLOW_REQUESTS, 40_000, 90 + (int) seed % 100)));
        for (int at = 5000; at < 38_000; at += 5000) {
            accidents.add(Event.failOver(at, 0, 100 + (int) seed % 70, 0, 0));
        }
        return story(seed, Store.REDIS, new BucketLayout(0, 6), 1, 40_000, accidents);
    }

    /** A bucket is lost twice, and a swap that comes late was thought of after the first time. */
    static Scenario lostTwice(long seed) {
        int late = 6500;
        List<Event> accidents = new ArrayList<>();
        for (int at = 6000; at < 36_000; at += 10_000) {
            accidents.add(Event.disturbAll(at, Disturbance.Kind.SLOW_REPLIES, at + 45, 40));
            accidents.add(Event.evict(at + 4, "0"));
            accidents.add(Event.disturbAll(at + 36, Disturbance.Kind.SLOW_REQUESTS, at + 90, late));
            for (int instance = 0; instance < INSTANCES; instance++) { // none is left that knows of more
                accidents.add(Event.kill(at + late + 40, instance));
                accidents.add(start(at + late + 52, instance));
            }
            accidents.add(Event.evict(at + late + 45, "0"));
        }
        return story(seed, Store.REDIS, new BucketLayout(0, 10), 1, 40_000, accidents);
    }
}
