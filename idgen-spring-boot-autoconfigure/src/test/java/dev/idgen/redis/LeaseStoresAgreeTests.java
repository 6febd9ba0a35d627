package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.bucket.LeaseReply;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.LeaseStore.Asker;
import dev.idgen.bucket.MemoryStoreAccess;
import dev.idgen.bucket.Namespace;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drives the shipped scripts and their twin in memory with the same random requests in the same simulated time, and
 * compares each answer: clocks that step, failovers, lost records, windows of different lengths.
 */
class LeaseStoresAgreeTests {

    private static final BucketLayout LAYOUT = new BucketLayout(1, 5);
    private static final int STEPS = 4000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sameRequestsGetSameAnswers(long seed) {
        Random random = new Random(seed);
        ManualTime time = new ManualTime();
        int[] quarter = {0};
        String[] run = {"run0"};
        String[] former = {""};
        long[] startedAt = {0};
        boolean[] appendOnly = {true};
        SimulatedRedis redis = new SimulatedRedis(time::millis);
        redis.setAppendOnly(true);
        LeaseStore scripts = redis.leaseStore("test", LAYOUT, () -> quarter[0]);
        MemoryStoreAccess memory = new MemoryStoreAccess(
                LAYOUT, time, () -> run[0], () -> former[0], () -> startedAt[0], () -> appendOnly[0], () -> quarter[0]);
        List<Granted> grants = new ArrayList<>();
        Map<LeaseReply.LockReason, Integer> locks = new EnumMap<>(LeaseReply.LockReason.class);
        int granted = 0;
        long created = time.millis();

        for (int step = 0; step < STEPS; step++) {
            quarter[0] = random.nextInt(BucketLayout.QUARTERS);
            int bucket = random.nextInt(LAYOUT.buckets());
            Asker asker = new Asker(1000 + random.nextInt(3) * 500L, 1000 + random.nextInt(4) * 1000L, created);
            Function<LeaseStore, CompletionStage<?>> request;
            switch (random.nextInt(20)) {
                case 0 -> request = store -> store.birth(bucket, asker);
                case 1, 2, 3 -> {
                    Granted old = grants.isEmpty() ? null : grants.get(random.nextInt(grants.size()));
                    request = old == null
                            ? store -> store.birth(bucket, asker)
                            : store -> store.extend(bucket, old, asker);
                }
                case 4 -> {
                    Namespace.Claim claim = new Namespace.Claim(
                            "i" + random.nextInt(3),
                            random.nextBoolean() ? 0 : created - random.nextInt(100),
                            1000 + random.nextInt(5),
                            random.nextInt(4) == 0 ? "x=2" : "x=1");
                    request = store -> store.join(claim);
                }
                default -> {
                    int count = 1 + random.nextInt(LAYOUT.quarterSize());
                    request = store -> store.lease(bucket, count, asker);
                }
            }
            Object expected =
                    request.apply(memory.store()).toCompletableFuture().join();
            Object actual = request.apply(scripts).toCompletableFuture().join();
            assertThat(actual).as("seed %d, step %d", seed, step).isEqualTo(expected);
            if (actual instanceof Granted grant) {
                granted += grant.count();
                grants.add(grant);
                if (grants.size() > 20) {
                    grants.remove(0);
                }
            } else if (actual instanceof Locked lock) {
                locks.merge(lock.reason(), 1, Integer::sum);
            }

            switch (random.nextInt(60)) {
                case 0 -> {
                    former[0] = switch (random.nextInt(4)) {
                        case 0 -> "";
                        case 1 -> "another";
                        default -> run[0];
                    };
                    run[0] = random.nextInt(10) == 0 ? "" : "run" + step; // empty: INFO is refused
                    redis.setRun(run[0], former[0]);
                    startedAt[0] = time.millis() - (random.nextBoolean() ? 0 : random.nextInt(20_000));
                    redis.setStartedAt(startedAt[0]);
                    appendOnly[0] = random.nextBoolean();
                    redis.setAppendOnly(appendOnly[0]);
                }
                case 1 -> {
                    if (random.nextInt(3) == 0) {
                        memory.lose(bucket);
                        redis.lose(":" + bucket + "}");
                    }
                }
                case 2 -> {
                    if (random.nextInt(3) == 0) {
                        memory.loseNamespace();
                        redis.lose(":namespace");
                    }
                }
                case 3 -> time.stepWall(Duration.ofMillis(random.nextInt(4000) - 2000));
                default -> time.advance(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(800) : 0));
            }
        }
        assertThat(granted).as("numbers granted").isGreaterThan(LAYOUT.buckets() * (1 << 5));
        assertThat(locks)
                .as("every kind of lock was met")
                .containsOnlyKeys(
                        LeaseReply.LockReason.OVERFLOW, LeaseReply.LockReason.FAILOVER, LeaseReply.LockReason.LOST);
    }
}
