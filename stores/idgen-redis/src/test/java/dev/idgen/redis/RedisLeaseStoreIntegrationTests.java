package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.LeaseStoreContract;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import redis.clients.jedis.Jedis;

/** The contract on each server, however it is reached. */
@ParameterizedClass
@MethodSource("dev.idgen.redis.RedisAccess#all")
class RedisLeaseStoreIntegrationTests extends LeaseStoreContract {

    private final RedisAccess redis;
    private final Driver driver;
    private final RedisConnectionFactory factory;
    private final ScriptRunner runner;

    RedisLeaseStoreIntegrationTests(RedisAccess redis) {
        this.redis = redis;
        this.driver = redis.driver();
        this.factory = redis.connect();
        this.runner = ScriptRunner.create(factory, Duration.ofSeconds(30), TimeSource.system(), "");
    }

    @Override
    protected final LeaseStore open(String ofNamespace) {
        return new RedisLeaseStore(runner, ofNamespace, false);
    }

    @AfterEach
    void close() {
        redis.ask(jedis -> jedis.aclSetUser("default", "+@all"));
        runner.close();
        driver.disconnect(factory);
    }

    private String key() {
        return "{idgen:4:" + namespace() + ":" + GROUP + "}";
    }

    @Test
    void runIsTheReplicationIdOfTheServer() {
        assertThat(redis.<String>ask(jedis -> jedis.info("replication"))).contains("master_replid:" + read().run());
    }

    @Test
    void swapAfterTheServersRunChangedIsRefused() {
        Snapshot before = stored("a");
        redis.ask(jedis -> jedis.replicaof(RedisServer.HOST, 1)); // nothing listens there
        redis.ask(Jedis::replicaofNoOne);
        assertRefused(before, "a");
        assertThat(read().run()).isNotEqualTo(before.run());
    }

    @Test
    void keyOfAnotherKindIsAFailureThatChangesNothing() {
        redis.ask(jedis -> jedis.set(key(), "by hand"));
        assertThatThrownBy(this::read).hasStackTraceContaining("WRONGTYPE");
        assertThat(redis.<String>ask(jedis -> jedis.get(key()))).isEqualTo("by hand");
    }

    /** The other store would begin anew. */
    @Test
    void otherStoreIsAdvisedOnlyUntilTheServerIsReached() {
        try (RedisServer later = RedisServer.stopped()) {
            RedisConnectionFactory connections = driver.connect(later);
            ScriptRunner advising = ScriptRunner.create(
                    connections, Duration.ofSeconds(30), TimeSource.system(), "; or take a database");
            LeaseStore leases = new RedisLeaseStore(advising, namespace(), false);
            assertThat(failure(leases)).contains("cannot be reached", "; or take a database");

            later.start();
            Wait.until("the server is reached", () -> failure(leases).isEmpty());
            later.kill();

            // how it fails depends on what the client notices first
            Wait.until("it is not reached any more", () -> !failure(leases).isEmpty());
            assertThat(failure(leases)).isNotEmpty().doesNotContain("; or take a database");
            advising.close();
            driver.disconnect(connections);
        }
    }

    private static String failure(LeaseStore leases) {
        return leases.read(GROUP, List.of(NAME))
                .handle((snapshot, failure) -> failure == null ? "" : failure.toString())
                .toCompletableFuture()
                .join();
    }
}
