package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.store.LeaseDoubtContract;
import dev.idgen.internal.string.sequence.LeaseStore;
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
abstract class RedisLeaseStoreContract extends LeaseDoubtContract {

    /** Ends with the JVM, since several classes use it. */
    static final RedisServer redis = RedisServer.running();

    private final Driver driver = driver();
    private final RedisConnectionFactory factory = driver.connect(redis);
    private final ScriptRunner runner = ScriptRunner.create(factory, Duration.ofMillis(250), TimeSource.system());
    private LeaseStore store;

    abstract Driver driver();

    @Override
    protected LeaseStore newStore() {
        try (RedisConnection connection = factory.getConnection()) {
            connection.serverCommands().flushAll();
        }
        store = RedisLeaseStore.create(runner, NAMESPACE, LAYOUT);
        return store;
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

    private static byte[] key(int bucket) {
        return new RedisKeys(NAMESPACE).bucket(bucket).get(0).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected void loseBucket(int bucket) {
        try (RedisConnection connection = factory.getConnection()) {
            connection.keyCommands().del(key(bucket));
        }
    }

    @Override
    protected void closeByHand(int bucket) {
        try (RedisConnection connection = factory.getConnection()) {
            connection.hashCommands().hSet(key(bucket), bytes("closed"), bytes("maintenance"));
        }
    }

    @Override
    protected void openByHand(int bucket) {
        try (RedisConnection connection = factory.getConnection()) {
            connection.hashCommands().hDel(key(bucket), bytes("closed"));
        }
    }

    @Test
    void scriptsAreLoadedAgainAfterTheServerForgotThem() {
        granted(1);
        try (RedisConnection connection = factory.getConnection()) {
            connection.scriptingCommands().scriptFlush();
        }
        granted(1);
    }

    @Test
    void serverTellsItsRun() {
        assertThat(granted(0).run()).matches("[0-9a-f]{40}");
    }
}
