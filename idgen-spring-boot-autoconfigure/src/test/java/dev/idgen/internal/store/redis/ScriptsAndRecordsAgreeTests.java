package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.LongestTtl.TtlClaim;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.stamped.node.NodePoolRecord;
import dev.idgen.internal.stamped.node.NodePoolRecord.NodeLease;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolServer;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketRecord;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.Namespace.NamespaceClaim;
import dev.idgen.internal.string.sequence.NamespaceRecord;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * The lease protocol is written twice, as scripts for Redis and in Java for stores that keep records: whatever happens, both give the
 * same answers.
 */
class ScriptsAndRecordsAgreeTests {

    private static final int HISTORIES = 300;
    private static final int REQUESTS = 60;
    private static final BucketLayout LAYOUT = new BucketLayout(1, 5);

    /** Few node ids each, so that all are in use at times, in one store. */
    private static final List<Region> REGIONS = List.of(new Region(1, 2), new Region(3, 4), new Region(2, 3));

    private static final long[] TTLS = {3000, 5000, 12_000};

    private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));

    @Test
    void ofBuckets() {
        int[] outcomes = new int[4];
        for (long seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SimulatedRedis redis = new SimulatedRedis(time::millis);
            int[] quarter = new int[1];
            LeaseStore script = redis.leaseStore("it", LAYOUT, () -> quarter[0]);
            BucketRecord.BucketState stored = BucketRecord.BucketState.MISSING;
            List<BucketGranted> grants = new ArrayList<>();
            String run = "run0";
            boolean closed = false;
            for (int i = 0; i < REQUESTS; i++) {
                time.stepWall(Duration.ofMillis(step(random)));
                switch (random.nextInt(12)) {
                    case 0 -> {
                        run = "run" + random.nextInt(3);
                        redis.setRun(run);
                    }
                    case 1 -> {
                        redis.lose("it");
                        stored = BucketRecord.BucketState.MISSING;
                        closed = false;
                    }
                    case 2 -> {
                        if (redis.has("{idgen:2:it:1}")) {
                            redis.command(closed ? "HDEL" : "HSET", "{idgen:2:it:1}", "closed", "by hand");
                            closed = !closed;
                        }
                    }
                    default -> {
                        // Nothing happens.
                    }
                }
                quarter[0] = random.nextInt(BucketLayout.QUARTERS);
                BucketAsker asker = bucketAsker(random);
                BucketRecord record = new BucketRecord(stored, closed);
                BucketRecord.BucketServer server =
                        new BucketRecord.BucketServer(run, time.millis(), quarter[0], LAYOUT.quarterSize());
                LeaseReply expected;
                LeaseReply actual;
                if (!grants.isEmpty() && random.nextInt(4) == 0) {
                    BucketGranted grant = grants.get(random.nextInt(grants.size()));
                    expected = answer(script.extend(1, grant, asker));
                    actual = record.extend(grant, asker, server);
                } else {
                    int count = random.nextInt(6);
                    Seen seen = seen(random, grants);
                    expected = answer(script.lease(1, count, asker, seen));
                    actual = record.lease(count, asker, seen, server);
                }
                assertThat(actual)
                        .as("seed %s, request %s, %s", seed, i, stored)
                        .isEqualTo(expected);
                outcomes[outcome(actual)]++;
                stored = record.state();
                if (actual instanceof BucketGranted grant) {
                    grants.add(grant);
                }
            }
        }
        assertThat(outcomes).as("answers of each kind").doesNotContain(0);
    }

    private static int outcome(LeaseReply reply) {
        if (reply instanceof BucketGranted) {
            return 0;
        }
        if (reply instanceof LeaseReply.Locked) {
            return 1;
        }
        return reply instanceof LeaseReply.BucketUnborn ? 2 : 3;
    }

    /** Mostly a little, at times about a ttl, seldom as far as a clock that is wrong. */
    private static long step(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextLong(-3000, 15_000);
            case 1 -> random.nextInt(30) == 0 ? random.nextLong(-200_000, 200_000) : 4000;
            default -> random.nextLong(1500);
        };
    }

    private long expected(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> time.millis() - random.nextLong(200_000);
            default -> time.millis() + random.nextLong(-500, 500);
        };
    }

    private long absence(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> -1;
            case 1 -> 0;
            default -> time.millis() - random.nextLong(7000);
        };
    }

    private BucketAsker bucketAsker(SplittableRandom random) {
        long ttl = TTLS[random.nextInt(TTLS.length)];
        return new BucketAsker(
                ttl,
                TTLS[random.nextInt(TTLS.length)],
                random.nextInt(6) == 0 ? 0 : 12_000,
                random.nextInt(3) == 0 ? 60_000 : 3000,
                expected(random),
                absence(random));
    }

    private static Seen seen(SplittableRandom random, List<BucketGranted> grants) {
        if (grants.isEmpty() || random.nextInt(3) == 0) {
            return Seen.NOTHING;
        }
        BucketGranted grant = grants.get(random.nextInt(grants.size()));
        int position = (grant.first() + grant.count()) % LAYOUT.quarterSize() + random.nextInt(2);
        return new Seen(
                grant.run(), grant.window().notBefore(), position, grant.time().clock());
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void ofNamespaces() {
        int refused = 0;
        for (long seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SimulatedRedis redis = new SimulatedRedis(time::millis);
            LeaseStore script = redis.leaseStore("it", LAYOUT, () -> 0);
            NamespaceRecord.NamespaceState stored = NamespaceRecord.NamespaceState.MISSING;
            for (int i = 0; i < REQUESTS; i++) {
                time.stepWall(Duration.ofMillis(step(random)));
                if (random.nextInt(12) == 0) {
                    redis.lose("it");
                    stored = NamespaceRecord.NamespaceState.MISSING;
                }
                NamespaceClaim claim = new NamespaceClaim(
                        TTLS[random.nextInt(TTLS.length)],
                        TTLS[random.nextInt(TTLS.length)],
                        random.nextBoolean(),
                        "x=" + random.nextInt(3),
                        random.nextInt(3) == 0 ? List.of("x=1", "x=2") : List.of());
                NamespaceRecord record = new NamespaceRecord(stored);
                Namespace actual = record.join(claim, time.millis());
                assertThat(actual)
                        .as("seed %s, request %s, %s, %s", seed, i, stored, claim)
                        .isEqualTo(answer(script.join(claim)));
                refused += actual.terms().equals(claim.terms()) ? 0 : 1;
                stored = record.state();
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void ofNodeIds() {
        int[] outcomes = new int[6];
        for (long seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SimulatedRedis redis = new SimulatedRedis(time::millis);
            long[] picked = new long[1];
            NodeLeaseStore script = redis.nodeLeaseStore("it", size -> picked[0]);
            NodePoolRecord.PoolState stored = NodePoolRecord.PoolState.MISSING;
            Map<Long, NodeLease> leases = new HashMap<>();
            List<NodeGranted> grants = new ArrayList<>();
            String run = "run0";
            for (int i = 0; i < REQUESTS; i++) {
                time.stepWall(Duration.ofMillis(step(random)));
                switch (random.nextInt(14)) {
                    case 0 -> {
                        run = "run" + random.nextInt(3);
                        redis.setRun(run);
                    }
                    case 1 -> {
                        redis.lose("it");
                        stored = NodePoolRecord.PoolState.MISSING;
                        leases.clear();
                    }
                    default -> {
                        // Nothing happens.
                    }
                }
                NodePool nodes = new NodePool(3, REGIONS.get(random.nextInt(REGIONS.size())));
                picked[0] = random.nextLong(nodes.size());
                long ttl = TTLS[random.nextInt(TTLS.length)];
                long longest = Math.max(ttl, TTLS[random.nextInt(TTLS.length)]);
                TtlClaim claim = new TtlClaim(ttl, longest, Math.min(ttl, longest), random.nextBoolean());
                NodeAsker asker =
                        new NodeAsker(nodes, "holder" + random.nextInt(6), claim, expected(random), absence(random));
                NodePoolRecord record = new NodePoolRecord(stored, leases);
                PoolServer server = new PoolServer(run, time.millis());
                long node = random.nextInt(8);
                NodeLeaseReply expected;
                NodeLeaseReply actual;
                switch (random.nextInt(4)) {
                    case 0 -> {
                        long stamp = time.millis() + random.nextLong(-2000, 2000);
                        expected = answer(script.release(asker, node, stamp));
                        actual = record.release(asker, server, node, stamp);
                    }
                    case 1 -> {
                        long from = time.millis() - random.nextLong(20_000);
                        long upTo = from + random.nextLong(25_000);
                        if (!grants.isEmpty() && random.nextBoolean()) {
                            NodeGranted grant = grants.get(random.nextInt(grants.size()));
                            node = grant.node();
                            from = grant.window().notBefore();
                            upTo = grant.window().notAfter();
                        }
                        expected = answer(script.renew(asker, node, from, upTo));
                        actual = record.renew(asker, server, node, from, upTo);
                    }
                    default -> {
                        expected = answer(script.acquire(asker));
                        actual = record.acquire(asker, server, picked[0]);
                    }
                }
                assertThat(actual)
                        .as("seed %s, request %s, %s %s", seed, i, stored, leases)
                        .isEqualTo(expected);
                outcomes[outcome(actual)]++;
                stored = record.state();
                leases.putAll(record.changed());
                if (actual instanceof NodeGranted grant) {
                    grants.add(grant);
                }
            }
        }
        assertThat(outcomes).as("answers of each kind").doesNotContain(0);
    }

    private static int outcome(NodeLeaseReply reply) {
        List<Class<?>> kinds = List.of(
                NodeGranted.class,
                NodeLeaseReply.Exhausted.class,
                NodeLeaseReply.Settling.class,
                NodeLeaseReply.PoolUnborn.class,
                NodeLeaseReply.Lost.class,
                NodeLeaseReply.Released.class);
        return kinds.indexOf(reply.getClass());
    }
}
