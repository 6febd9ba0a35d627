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
 * A master is cut off. Sentinels promote its replica, which grants and then dies; so they promote the former master, which was never
 * demoted and has the run that it always had. Only the sentinels' count of failovers tells that others granted meanwhile.
 *
 * <p>A sentinel of its own tells of each of the three times.
 */
@Tag(Fleet.TAG)
class ReturningRunIntegrationTests extends AttackedServers {

    private static final String NAME = "ids";
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
        former = server("repl-diskless-sync-delay 0");
        latter = server();
        latter.ask(jedis -> jedis.replicaof(RedisServer.HOST, former.port()));
        Wait.until("the replica", latter::isInSync);
    }

    /** What an instance reaches that starts when a sentinel names a server, which so many failovers made master. */
    private Register after(int failovers, RedisServer master) {
        try (RedisServer sentinel = RedisServer.sentinel(
                "sentinel monitor " + NAME + " " + RedisServer.HOST + " " + master.port() + " 1",
                "sentinel config-epoch " + NAME + " " + failovers,
                "sentinel current-epoch " + failovers)) {
            Register register = granted.of(register(
                    runner(new RedisSentinelConfiguration().master(NAME).sentinel(RedisServer.HOST, sentinel.port())),
                    NAMESPACE));
            assertThat(register.look("any", List.of())
                            .toCompletableFuture()
                            .join()
                            .epoch())
                    .isEqualTo(failovers);
            return register;
        }
    }

    private void replicate() {
        assertThat(former.<Long>ask(jedis -> jedis.waitReplicas(1, 10_000))).isOne();
    }

    private void promote() {
        latter.ask(Jedis::replicaofNoOne);
    }

    @Test
    void bucketIsInDoubtAgain() {
        BucketClient first = bucket(after(1, former));
        first.create(QUARTER / 2);
        replicate();
        promote();
        BucketClient second = bucket(after(2, latter));
        while (!granted.haveAllNumbers(0, NUMBERS, 1)) {
            Pause.millis(second.ask(QUARTER).locked());
        }

        BucketClient third = bucket(after(3, former));
        int before = granted.size();
        assertThat(third.ask(QUARTER).locked()).isPositive();
        while (!granted.haveAllNumbers(0, NUMBERS, before)) {
            Pause.millis(third.ask(QUARTER).locked());
        }
        assertThat(granted.overlaps()).isEmpty();
    }

    private static BucketClient bucket(Register register) {
        return new BucketClient(register, 0, LAYOUT, TTL);
    }

    @Test
    void nodeIdIsInDoubtAgain() {
        NodeIdClient first = node(after(1, former), "first");
        first.createPool();
        assertThat(first.acquire()).isZero();
        first.giveBack();
        replicate();
        promote();
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
            Pause.millis(Math.abs(wait));
        }
    }
}
