package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.bucket.LeaseReply;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.LeaseStore.Asker;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol's invariant, checked on the shipped script in simulated time: for each number of a bucket the windows ever
 * granted are pairwise disjoint, through overflow, extensions, failovers that lose up to a second of writes to a server
 * whose clock differs by up to two seconds, failing back, restarts from files and snapshots, and lost records. Each rule taken away lets windows overlap, so the
 * check can see it.
 */
class WindowsStayDisjointTests {

    private static final BucketLayout LAYOUT = new BucketLayout(0, 4);
    private static final long TTL = 3000;
    private static final int RUNS = 1000;
    private static final int STEPS = 300;
    private static final Duration LONGEST_LAG = Duration.ofMillis(990);
    private static final Duration LONGEST_SKEW = Duration.ofMillis(1990);

    /** A number with one window it was granted in. */
    private static final class Use {

        private final int number;
        private final long notBefore;
        private long notAfter;

        Use(int number, long notBefore, long notAfter) {
            this.number = number;
            this.notBefore = notBefore;
            this.notAfter = notAfter;
        }
    }

    /** Grants are extended as the client does: the longer window belongs to the numbers of the original grant. */
    private record Held(Granted grant, List<Use> uses) {}

    private record Snapshot(Duration at, Object keys) {}

    /** One server's life after another, from a seed. */
    private static final class Story {

        private final Random random;
        private final ManualTime time = new ManualTime();
        private final boolean appendOnly;
        private final SimulatedRedis redis;
        private final LeaseStore store;
        private final long created = time.millis() - Duration.ofHours(1).toMillis();
        private final List<Held> held = new ArrayList<>();
        private final List<Use> uses = new ArrayList<>();
        private final List<Snapshot> replicated = new ArrayList<>();
        private Duration elapsed = Duration.ZERO;
        private Duration skew = Duration.ZERO;
        private Object snapshot;
        private int runs;
        private int failovers;

        Story(long seed, UnaryOperator<String> edit) {
            random = new Random(seed);
            appendOnly = seed % 4 == 0;
            redis = new SimulatedRedis(time::millis, edit);
            redis.setAppendOnly(appendOnly);
            store = redis.leaseStore("test", LAYOUT, () -> random.nextInt(BucketLayout.QUARTERS));
            remember();
            snapshot = redis.snapshot();
        }

        void play() {
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(100)) {
                    case 0, 1 -> failOver();
                    case 2 -> loseEverything();
                    case 13, 15 -> restartFromSnapshot();
                    case 14 -> snapshot = redis.snapshot();
                    case 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> extend();
                    default -> lease();
                }
                pass(Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(700) : 0));
            }
        }

        /** Instances with different ttls, the longest of which the namespace's record knows. */
        private Asker asker() {
            return new Asker(random.nextBoolean() ? TTL : TTL / 3, TTL, created);
        }

        private void pass(Duration duration) {
            time.advance(duration);
            elapsed = elapsed.plus(duration);
        }

        private void lease() {
            LeaseReply reply = store.lease(0, 1 + random.nextInt(3), asker())
                    .toCompletableFuture()
                    .join();
            remember();
            if (reply instanceof Granted grant) {
                List<Use> granted = new ArrayList<>();
                for (int n = grant.first(); n < grant.first() + grant.count(); n++) {
                    granted.add(new Use(
                            n, grant.window().notBefore(), grant.window().notAfter()));
                }
                uses.addAll(granted);
                held.add(new Held(grant, granted));
            }
        }

        private void extend() {
            if (held.isEmpty()) {
                return;
            }
            Held lease = held.get(random.nextInt(held.size()));
            LeaseReply reply =
                    store.extend(0, lease.grant, asker()).toCompletableFuture().join();
            remember();
            if (reply instanceof Granted longer) {
                lease.uses.forEach(use ->
                        use.notAfter = Math.max(use.notAfter, longer.window().notAfter()));
            }
        }

        private void remember() {
            replicated.add(new Snapshot(elapsed, redis.snapshot()));
        }

        /** A replica with what the master wrote until a moment ago takes over, however soon after the one before. */
        private void failOver() {
            Duration lag = Duration.ofMillis(random.nextInt((int) LONGEST_LAG.toMillis()));
            Duration upTo = elapsed.minus(lag);
            while (replicated.size() > 1
                    && replicated.get(replicated.size() - 1).at.compareTo(upTo) > 0) {
                replicated.remove(replicated.size() - 1);
            }
            redis.restore(replicated.get(replicated.size() - 1).keys);
            if (appendOnly && random.nextBoolean()) { // a restart with a file loses no more
                redis.setRun("run" + ++runs);
                redis.setStartedAt(time.millis());
            } else {
                redis.promote("run" + ++runs, redis);
                redis.setStartedAt(0); // a replica that has run for long, whatever its master did
            }
            changeClock();
            failovers++;
        }

        /** The server dies and starts again with what it had written to disk once. */
        private void restartFromSnapshot() {
            if (appendOnly) {
                return;
            }
            redis.restore(snapshot);
            redis.setRun("run" + ++runs);
            redis.setStartedAt(time.millis());
            replicated.clear();
            remember();
        }

        private void changeClock() {
            Duration next = Duration.ofMillis(random.nextInt((int) LONGEST_SKEW.toMillis()));
            time.stepWall(next.minus(skew));
            skew = next;
        }

        private void loseEverything() {
            redis.lose("");
            replicated.clear();
            remember();
        }

        long overlaps() {
            long overlaps = 0;
            for (int number = 0; number < 1 << LAYOUT.numberBits(); number++) {
                int wanted = number;
                List<Use> same = uses.stream()
                        .filter(use -> use.number == wanted)
                        .sorted(java.util.Comparator.comparingLong(use -> use.notBefore))
                        .toList();
                for (int i = 1; i < same.size(); i++) {
                    overlaps += same.get(i).notBefore <= same.get(i - 1).notAfter ? 1 : 0;
                }
            }
            return overlaps;
        }
    }

    /** Whether any of the seeds finds an overlap with the edited script. */
    private static boolean overlapsWith(UnaryOperator<String> edit) {
        for (long seed = 0; seed < RUNS; seed++) {
            Story story = new Story(seed, edit);
            story.play();
            if (story.overlaps() > 0) {
                return true;
            }
        }
        return false;
    }

    @Test
    void noNumberIsGrantedInTwoWindowsThatOverlap() {
        long uses = 0;
        long failovers = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            Story story = new Story(seed, UnaryOperator.identity());
            story.play();
            assertThat(story.overlaps()).as("overlaps with seed %d", seed).isZero();
            uses += story.uses.size();
            failovers += story.failovers;
        }
        assertThat(uses).isGreaterThan(10_000);
        assertThat(failovers).isGreaterThan(1000);
    }

    static List<ScriptRule> rules() {
        return ScriptRule.OF_BUCKETS;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void withoutOneRuleWindowsOverlap(ScriptRule rule) {
        assertThat(overlapsWith(rule)).as("overlap without " + rule).isTrue();
    }
}
