package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import java.util.ArrayList;
import java.util.List;

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

    private static Scenario story(long seed, BucketLayout layout, int servers, int millis, Event... accidents) {
        List<Event> events = new ArrayList<>(List.of(accidents));
        for (int instance = 0; instance < INSTANCES; instance++) {
            if (instance > 0) {
                events.add(start(1000, instance));
            }
            for (int at = STEP; at < millis; at += STEP) {
                events.add(new Event.Draw(at, instance, 1, 0));
            }
        }
        Setting setting = new Setting(seed, layout, servers, Setting.Runs.TOLD, 2, TTL, 60_000, millis);
        return new Scenario(setting, List.of(start(0, 0)), events, true);
    }

    private static Event start(int at, int instance) {
        return new Event.Start(at, instance, TTL, 0, true);
    }

    /** A master starts from a snapshot, whatever it writes from then on, and fails over at once. */
    static Scenario snapshotPassedOn(long seed) {
        int restart = 11_000 + (int) seed * 100;
        return story(
                seed,
                new BucketLayout(4, 9),
                1,
                20_000,
                new Event.FailOver(5000, 0, 100, 0, 0),
                new Event.Restart(restart, 0, restart - 4000, 0),
                new Event.FailOver(restart + 10, 0, 5, 0, 0));
    }

    /** A master's clock steps ahead between two bursts in which buckets overflow, and both are lost. */
    static Scenario clockStep(long seed) {
        List<Event> accidents = new ArrayList<>();
        for (int at = 8000; at < 20_000; at += 8000) {
            for (int burst = at - 400; burst < at + 400; burst += STEP) {
                for (int instance = 0; instance < INSTANCES; instance++) {
                    accidents.add(new Event.Draw(burst, instance, 100, 0));
                }
            }
            accidents.add(new Event.ServerClock(at, 0, 1900));
            accidents.add(new Event.FailOver(at + 450, 0, 950, 0, 0));
        }
        return story(seed, new BucketLayout(3, 11), 1, 24_000, accidents.toArray(Event[]::new));
    }

    /** The clock of one server is two hours ahead for a while, with failovers or without. */
    static Scenario twoHoursAhead(long seed, int servers, boolean failovers) {
        List<Event> accidents = new ArrayList<>(
                List.of(new Event.ServerClock(8000, 0, TWO_HOURS), new Event.ServerClock(1000 * SET_RIGHT, 0, 0)));
        if (failovers) {
            accidents.add(new Event.FailOver(12_000, 0, 3000, 0, TWO_HOURS));
            accidents.add(new Event.FailOver(24_000, 0, 3000, 0, 0));
        }
        return story(seed, new BucketLayout(4, 9), servers, 40_000, accidents.toArray(Event[]::new));
    }

    /** A server boots with its clock behind, and is put right. */
    static Scenario bootBehind(long seed, int servers) {
        return story(
                seed,
                new BucketLayout(4, 9),
                servers,
                40_000,
                new Event.Boot(10_000, 0, FIVE_MINUTES, 0),
                new Event.ServerClock(13_000, 0, 0));
    }

    /** The bucket in use and the namespace's record are evicted, and a process starts. */
    static Scenario partialEviction(long seed) {
        return story(
                seed,
                new BucketLayout(4, 9),
                1,
                20_000,
                new Event.Evict(8000, Keys.NAMESPACE),
                new Event.Evict(8000, Keys.bucket((int) seed % 16)),
                new Event.Kill(7000, 5),
                start(8000, 5));
    }

    /** All slots are moved to servers that were promoted before, and back. */
    static Scenario slotsMoved(long seed) {
        List<Event> accidents = new ArrayList<>();
        for (int server = 0; server < 3; server++) {
            accidents.add(new Event.FailOver(3000, server, 0, 0, 0));
        }
        for (int bucket = 0; bucket < 16; bucket++) {
            accidents.add(new Event.Move(10_000 + 20 * bucket, bucket, 0));
            accidents.add(new Event.Move(16_000 + 20 * bucket, bucket, 1 + bucket % 2));
        }
        return story(seed, new BucketLayout(4, 9), 3, 24_000, accidents.toArray(Event[]::new));
    }
}
