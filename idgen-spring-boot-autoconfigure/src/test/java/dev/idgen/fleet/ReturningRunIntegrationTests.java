package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.stamped.node.NodeIdClient;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import redis.clients.jedis.Jedis;

/**
 * A master is cut off, and sentinels promote its replica, which grants and then dies. So they promote the former master, which
 * was never demoted and still has its run. Only the sentinels' count of failovers shows that another server granted meanwhile.
 *
 * <p>Each of the three times has a sentinel of its own.
 */
@Tag(Fleet.TAG)
class ReturningRunIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "returning";
    private static final BucketLayout LAYOUT = new BucketLayout(0, 4);
    private static final int QUARTER = LAYOUT.quarterSize();
    private static final int NUMBERS = 4 * QUARTER;
    private static final int TTL = 10_000;
    private static final NodePool NODES = NodePool.ofBits(5);
    private static final long NODE = 7;

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);
    private RedisServer former;
    private RedisServer latter;

    @BeforeEach
    void start() {
        former = master();
        latter = replicaOf(former);
    }

    /** The register of an instance that starts when a sentinel names a server, which so many failovers made master. */
    private Register after(int failovers, RedisServer master) {
        RedisServer sentinel = sentinel(master, failovers);
        Register register = granted.of(register(
                runner(new RedisSentinelConfiguration().master(MASTER).sentinel(RedisServer.HOST, sentinel.port())),
                NAMESPACE));
        Wait.until("the count of failovers", () -> epoch(register) == failovers);
        sentinel.close();
        return register;
    }

    private static long epoch(Register register) {
        return register.look("any", List.of()).toCompletableFuture().join().epoch();
    }

    private void replicateAndPromote() {
        assertThat(former.<Long>ask(jedis -> jedis.waitReplicas(1, 30_000))).isOne();
        latter.ask(Jedis::replicaofNoOne);
    }

    @Test
    void bucketOfReturningMasterIsInDoubt() {
        BucketClient first = bucket(after(1, former));
        first.create(QUARTER / 2);
        replicateAndPromote();
        BucketClient second = bucket(after(2, latter));
        leaseAll(second, 1);

        BucketClient third = bucket(after(3, former));
        int before = granted.size();
        assertThat(third.ask(QUARTER).locked()).isPositive();
        leaseAll(third, before);
        assertThat(granted.overlaps()).isEmpty();
    }

    private void leaseAll(BucketClient client, int after) {
        while (!granted.haveAllNumbers(0, NUMBERS, after)) {
            lease(client, QUARTER);
        }
    }

    private static BucketClient bucket(Register register) {
        return new BucketClient(register, 0, LAYOUT, TTL);
    }

    @Test
    void nodeIdOfReturningMasterIsInDoubt() {
        NodeIdClient first = node(after(1, former), "first");
        first.createPool();
        assertThat(first.acquire()).isZero();
        first.giveBack();
        replicateAndPromote();
        acquire(node(after(2, latter), "second"));

        NodeIdClient third = node(after(3, former), "third");
        assertThat(third.acquire()).isPositive();
        acquire(third);
        assertThat(granted.size()).isEqualTo(3);
        assertThat(granted.overlaps()).isEmpty();
    }

    private static NodeIdClient node(Register register, String holder) {
        return new NodeIdClient(register, NODES, NODE, holder, TTL / 2);
    }

    private static void acquire(NodeIdClient client) {
        for (long wait = client.acquire(); wait != 0; wait = client.acquire()) {
            Wait.millis(Math.abs(wait));
        }
    }
}
