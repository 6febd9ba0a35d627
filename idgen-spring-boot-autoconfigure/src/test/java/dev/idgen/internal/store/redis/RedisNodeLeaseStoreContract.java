package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.store.NodeLeaseDoubtContract;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on a real server, however it is reached. */
abstract class RedisNodeLeaseStoreContract extends NodeLeaseDoubtContract {

    /** Ends with the JVM, since several classes use it. */
    static final RedisServer redis = RedisServer.running();

    private final Driver driver = driver();
    private final RedisConnectionFactory factory = driver.connect(redis);
    private final ScriptRunner runner = ScriptRunner.create(factory, Duration.ofMillis(250), TimeSource.system());

    abstract Driver driver();

    @Override
    protected NodeLeaseStore newStore() {
        try (RedisConnection connection = factory.getConnection()) {
            connection.serverCommands().flushAll();
        }
        return RedisNodeLeaseStore.create(runner, NAMESPACE);
    }

    @AfterEach
    void close() {
        runner.close();
        driver.disconnect(factory);
    }

    @Override
    protected long clock() {
        return System.currentTimeMillis();
    }

    @Override
    protected void advance(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected void lose() {
        byte[] key = new RedisKeys(NAMESPACE).nodes(BITS).get(0).getBytes(StandardCharsets.UTF_8);
        try (RedisConnection connection = factory.getConnection()) {
            connection.keyCommands().del(key);
        }
    }

    @Test
    void witnessesTellWhetherTheyAreThere() {
        long before = clock();
        assertThat(witness(0, false).orElseThrow()).isBetween(before, clock());
        assertThat(witness(0, true)).as("nobody had made it").isPresent();
        assertThat(witness(0, false)).isEmpty();
        assertThat(witness(0, true)).isEmpty();
        assertThat(witness(NodeLeaseStore.WITNESSES - 1, false)).isPresent();
    }
}
