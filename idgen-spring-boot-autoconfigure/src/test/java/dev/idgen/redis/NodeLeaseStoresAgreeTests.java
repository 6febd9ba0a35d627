package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.node.MemoryNodeStoreAccess;
import dev.idgen.node.NodeLeaseReply;
import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseStore;
import dev.idgen.node.NodeLeaseStore.Asker;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drives the shipped script and its twin in memory with the same random requests in the same simulated time, and compares
 * each answer: clocks that step, failovers, lost records, windows of different lengths, leases that are long out of date.
 */
class NodeLeaseStoresAgreeTests {

    private static final int STEPS = 4000;
    private static final int REMEMBERED = 12;

    private record Lease(Asker asker, Granted grant) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sameRequestsGetSameAnswers(long seed) {
        Random random = new Random(seed);
        ManualTime time = new ManualTime();
        String[] run = {"run0"};
        long[] origin = {0};
        SimulatedRedis redis = new SimulatedRedis(time::millis);
        NodeLeaseStore script = redis.nodeLeaseStore("test", size -> origin[0] % size);
        MemoryNodeStoreAccess memory = new MemoryNodeStoreAccess(time, () -> run[0], size -> origin[0] % size);
        List<Lease> leases = new ArrayList<>();
        Map<Class<?>, Integer> replies = new HashMap<>();

        for (int step = 0; step < STEPS; step++) {
            origin[0] = random.nextInt(16);
            Lease lease = leases.isEmpty() ? null : leases.get(random.nextInt(leases.size()));
            Asker asker;
            Function<NodeLeaseStore, CompletionStage<NodeLeaseReply>> request;
            int kind = lease == null ? 0 : random.nextInt(10);
            if (kind < 5) {
                String holder = lease != null && random.nextInt(10) == 0 ? lease.asker.holder() : "holder" + step;
                long ttl = 5000 + random.nextInt(3) * 1000L + step / 2; // grows, so that some are the longest so far
                asker = new Asker(3, holder, ttl, 5000 + random.nextInt(4) * 1000L, random.nextBoolean());
                request = store -> store.acquire(asker);
            } else if (kind < 9) {
                asker = lease.asker;
                Granted grant = lease.grant;
                request = store -> store.renew(
                        asker,
                        grant.node(),
                        grant.window().notBefore(),
                        grant.window().notAfter());
            } else {
                asker = lease.asker;
                long lastStamp = time.millis() + random.nextInt(5000) - 2000;
                request = store -> store.release(asker, lease.grant.node(), lastStamp);
            }
            NodeLeaseReply expected =
                    request.apply(memory.store()).toCompletableFuture().join();
            NodeLeaseReply actual = request.apply(script).toCompletableFuture().join();
            assertThat(actual).as("seed %d, step %d", seed, step).isEqualTo(expected);
            replies.merge(actual.getClass(), 1, Integer::sum);
            if (actual instanceof Granted grant) {
                leases.add(new Lease(asker, grant));
                if (leases.size() > REMEMBERED) {
                    leases.remove(random.nextInt(leases.size()));
                }
            }

            switch (random.nextInt(150)) {
                case 0 -> {
                    run[0] = random.nextInt(10) == 0 ? "" : "run" + step; // empty: INFO is refused
                    redis.setRun(run[0]);
                }
                case 1 -> {
                    if (random.nextInt(2) == 0) {
                        memory.lose();
                        redis.lose("");
                    }
                }
                case 2, 3 -> time.stepWall(Duration.ofMillis(random.nextInt(4000) - 2000));
                default -> time.advance(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(3000) : 0));
            }
        }
        assertThat(replies)
                .as("every kind of reply was met")
                .containsOnlyKeys(
                        Granted.class,
                        NodeLeaseReply.Exhausted.class,
                        NodeLeaseReply.Settling.class,
                        NodeLeaseReply.Lost.class,
                        NodeLeaseReply.Released.class);
    }
}
