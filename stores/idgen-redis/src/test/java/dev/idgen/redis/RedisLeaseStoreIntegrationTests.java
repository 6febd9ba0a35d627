package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.LeaseStoreContract;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on a real server, however it is reached. */
@ParameterizedClass
@EnumSource(Driver.class)
class RedisLeaseStoreIntegrationTests extends LeaseStoreContract {

    /** Ends with the JVM, since it serves the class with each driver. */
    static final RedisServer redis = RedisServer.running();

    private final Driver driver;
    private final RedisConnectionFactory factory;
    private final ScriptRunner runner;

    RedisLeaseStoreIntegrationTests(Driver driver) {
        this.driver = driver;
        this.factory = driver.connect(redis);
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
        assertThat(redis.info("replication")).contains("master_replid:" + read().run());
    }

    @Test
    void swapAfterTheServersRunChangedIsRefused() {
        Snapshot before = stored("a");
        redis.ask(jedis -> jedis.sendCommand(() -> "DEBUG".getBytes(StandardCharsets.US_ASCII), "CHANGE-REPL-ID"));
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
