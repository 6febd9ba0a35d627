package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Register;
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
}
