package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.node.NodeLeaseReply;
import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseReply.Lost;
import dev.idgen.node.NodeLeaseReply.Settling;
import dev.idgen.node.NodeLeaseStore;
import dev.idgen.node.NodeLeaseStore.Asker;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol's invariant, checked on the shipped script in simulated time: for each node id the windows that any two
 * holders were told are disjoint, through pauses of any length, answers that do not arrive, failovers that lose up to a
 * second of writes to a server whose clock differs by up to two seconds, restarts from old snapshots, and lost records. Each
 * rule taken away lets windows overlap, so the check can see it.
 */
class NodeWindowsStayDisjointTests {

    private static final int BITS = 2;
    private static final long TTL = 6000;
    private static final int RUNS = 1500;
    private static final int STEPS = 300;
    private static final int INSTANCES = 6;
    private static final int LONGER = 4;
    private static final int LONGEST_LAG = 990;
    private static final int LONGEST_SKEW = 1990;

    /** A lease as its holder knows it. */
    private static final class Lease {

        private final Asker asker;
        private final long node;
        private final long notBefore;
        private long notAfter;

        /** The time up to which ids may have been stamped, less than {@code notAfter} if it was given back before. */
        private long lastStamp = Long.MAX_VALUE;

        Lease(Asker asker, Granted grant) {
            this.asker = asker;
            this.node = grant.node();
            this.notBefore = grant.window().notBefore();
            this.notAfter = grant.window().notAfter();
        }

        long end() {
            return Math.min(notAfter, lastStamp);
        }
    }

    private record Snapshot(long at, Object keys) {}

    /** One server's life after another, from a seed. */
    private static final class Story {

        private final Random random;
        private final ManualTime time = new ManualTime();
        private final SimulatedRedis redis;
        private final NodeLeaseStore store;
        private final Lease[] instances = new Lease[INSTANCES];
        private final long[] maxTtl = new long[INSTANCES];
        private final List<Lease> leases = new ArrayList<>();
        private final List<Snapshot> replicated = new ArrayList<>();
        private final int stepWithLongerTtl;
        private int step;
        private int names;
        private long elapsed;
        private long skew;
        private Object snapshot;
        private int runs;
        private int failovers;

        Story(long seed, UnaryOperator<String> edit) {
            random = new Random(seed);
            redis = new SimulatedRedis(time::millis, edit);
            store = redis.nodeLeaseStore("test", size -> random.nextLong(size));
            stepWithLongerTtl = random.nextInt(STEPS);
            acquire(0); // nobody is the first to touch a record that was lost, but for those who know it
            snapshot = redis.snapshot();
        }

        void play() {
            for (step = 0; step < STEPS; step++) {
                if (step == stepWithLongerTtl) {
                    raiseTtl();
                }
                int instance = random.nextInt(INSTANCES);
                switch (random.nextInt(100)) {
                    case 0, 1 -> failOver();
                    case 2 -> loseEverything();
                    case 3 -> restartFromSnapshot();
                    case 4 -> snapshot = redis.snapshot();
                    case 5, 6, 7, 8 -> release(instance);
                    case 9, 10 -> instances[instance] = null; // killed
                    default -> act(instance);
                }
                pass(random.nextInt(3) == 0 ? random.nextInt(1500) : 0);
                if (random.nextInt(40) == 0) {
                    pass(random.nextInt(10_000)); // all are paused, or the store was not to be reached
                }
            }
        }

        /** From now on some ask for more, and the server may fail as soon as the first of them has. */
        private void raiseTtl() {
            act(LONGER);
            snapshot = redis.snapshot(); // one from before cannot know how long windows are now
            if (random.nextBoolean()) {
                failOver();
            }
        }

        private void pass(long millis) {
            time.advance(Duration.ofMillis(millis));
            elapsed += millis;
        }

        /** Some instances ask for more than the others, once they have been configured anew. */
        private long ttl(int instance) {
            return step >= stepWithLongerTtl && instance >= LONGER ? 3 * TTL : TTL;
        }

        private Asker asker(int instance, String holder) {
            maxTtl[instance] = Math.max(maxTtl[instance], ttl(instance));
            return new Asker(BITS, holder, ttl(instance), maxTtl[instance], !leases.isEmpty());
        }

        private void act(int instance) {
            if (instances[instance] == null) {
                acquire(instance);
            } else {
                renew(instance);
            }
        }

        private <T> T sent(CompletionStage<T> stage) {
            T reply = stage.toCompletableFuture().join();
            replicated.add(new Snapshot(elapsed, redis.snapshot()));
            return reply;
        }

        private boolean answerIsLost() {
            return random.nextInt(10) == 0;
        }

        private void acquire(int instance) {
            Asker asker = asker(instance, "holder" + ++names);
            NodeLeaseReply reply = sent(store.acquire(asker));
            if (reply instanceof Settling settling && random.nextInt(4) == 0) {
                pass(settling.millis());
                reply = sent(store.acquire(asker));
            }
            if (reply instanceof Granted grant && !answerIsLost()) {
                keep(instance, asker, grant);
            }
            if (random.nextInt(10) == 0 && sent(store.acquire(asker)) instanceof Granted again) {
                if (instances[instance] == null || instances[instance].node != again.node()) {
                    keep(instance, asker, again);
                }
            }
        }

        private void keep(int instance, Asker asker, Granted grant) {
            instances[instance] = new Lease(asker, grant);
            leases.add(instances[instance]);
            maxTtl[instance] = Math.max(maxTtl[instance], grant.maxTtlMillis());
        }

        private void renew(int instance) {
            Lease lease = instances[instance];
            Asker asker = asker(instance, lease.asker.holder());
            NodeLeaseReply reply = sent(store.renew(asker, lease.node, lease.notBefore, lease.notAfter));
            if (answerIsLost()) {
                return;
            }
            if (reply instanceof Granted grant) {
                lease.notAfter = Math.max(lease.notAfter, grant.window().notAfter());
                maxTtl[instance] = Math.max(maxTtl[instance], grant.maxTtlMillis());
            } else if (reply instanceof Lost) {
                instances[instance] = null;
            }
        }

        private void release(int instance) {
            Lease lease = instances[instance];
            if (lease != null) {
                lease.lastStamp = Math.max(lease.notBefore, time.millis() + random.nextInt(2000));
                sent(store.release(asker(instance, lease.asker.holder()), lease.node, lease.lastStamp));
                instances[instance] = null;
            }
        }

        /** A replica with what the master wrote until a moment ago takes over, however soon after the one before. */
        private void failOver() {
            long upTo = elapsed - random.nextInt(LONGEST_LAG);
            while (replicated.size() > 1 && replicated.get(replicated.size() - 1).at > upTo) {
                replicated.remove(replicated.size() - 1);
            }
            redis.restore(replicated.get(replicated.size() - 1).keys);
            redis.setRun("run" + ++runs);
            changeClock();
            failovers++;
        }

        private void changeClock() {
            long other = random.nextBoolean() ? random.nextInt(LONGEST_SKEW) : random.nextInt(2) * LONGEST_SKEW;
            time.stepWall(Duration.ofMillis(other - skew));
            skew = other;
        }

        /** The server dies and starts again with what it had written to disk once. */
        private void restartFromSnapshot() {
            if (snapshot != null) {
                redis.restore(snapshot);
                redis.setRun("run" + ++runs);
                changeClock();
                replicated.clear();
                replicated.add(new Snapshot(elapsed, redis.snapshot()));
            }
        }

        /** The first to touch the record afterwards is an instance that knew it, with the longest ttl there is. */
        private void loseEverything() {
            redis.lose("");
            replicated.clear();
            Asker knowing = new Asker(BITS, "witness" + ++names, TTL, 3 * TTL, true);
            sent(store.acquire(knowing));
            snapshot = redis.snapshot();
        }

        long overlaps() {
            long overlaps = 0;
            for (long node = 0; node < 1 << BITS; node++) {
                long wanted = node;
                List<Lease> same = leases.stream()
                        .filter(lease -> lease.node == wanted)
                        .sorted(Comparator.comparingLong(lease -> lease.notBefore))
                        .toList();
                long end = Long.MIN_VALUE;
                for (Lease lease : same) {
                    overlaps += lease.notBefore <= end ? 1 : 0;
                    end = Math.max(end, lease.end());
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
    void noNodeIdIsHeldTwiceInWindowsThatOverlap() {
        long leases = 0;
        long failovers = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            Story story = new Story(seed, UnaryOperator.identity());
            story.play();
            assertThat(story.overlaps()).as("overlaps with seed %d", seed).isZero();
            leases += story.leases.size();
            failovers += story.failovers;
        }
        assertThat(leases).isGreaterThan(5000);
        assertThat(failovers).isGreaterThan(1000);
    }

    static List<ScriptRule> rules() {
        return ScriptRule.OF_NODE_IDS;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void withoutOneRuleWindowsOverlap(ScriptRule rule) {
        assertThat(overlapsWith(rule)).as("overlap without " + rule).isTrue();
    }
}
