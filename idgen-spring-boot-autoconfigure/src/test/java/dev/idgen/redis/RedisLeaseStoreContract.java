package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.LeaseReply;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.LeaseStore.Asker;
import dev.idgen.bucket.LeaseStoreContract;
import dev.idgen.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on a real server, however it is reached. */
abstract class RedisLeaseStoreContract extends LeaseStoreContract {

    @RegisterExtension
    static final EmbeddedRedis redis = EmbeddedRedis.running();

    private static final String NAMESPACE = "it";

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

    @Override
    protected void loseBucket(int bucket) {
        delete(new RedisKeys(NAMESPACE).bucket(bucket));
    }

    @Override
    protected void loseNamespace() {
        delete(new RedisKeys(NAMESPACE).namespace());
    }

    private void delete(List<String> keys) {
        try (RedisConnection connection = factory.getConnection()) {
            keys.forEach(key -> connection.keyCommands().del(key.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void scriptsAreLoadedAgainAfterTheServerForgotThem() {
        Asker asker = new Asker(1000, 1000, clock());
        assertThat(store.birth(0, asker).toCompletableFuture().join()).isInstanceOf(Granted.class);
        try (RedisConnection connection = factory.getConnection()) {
            connection.scriptingCommands().scriptFlush();
        }
        assertThat(store.lease(0, 1, asker).toCompletableFuture().join()).isInstanceOf(Granted.class);
    }

    @Test
    void lockSetByHandClosesTheBucket() {
        Asker asker = new Asker(1000, 1000, clock());
        store.birth(0, asker).toCompletableFuture().join();
        try (RedisConnection connection = factory.getConnection()) {
            connection
                    .stringCommands()
                    .set(
                            new RedisKeys(NAMESPACE).bucket(0).get(1).getBytes(StandardCharsets.UTF_8),
                            "maintenance".getBytes(StandardCharsets.UTF_8));
        }
        LeaseReply reply = store.lease(0, 1, asker).toCompletableFuture().join();
        assertThat(reply).isInstanceOf(Locked.class);
        assertThat(((Locked) reply).reason()).isEqualTo(LockReason.OPERATOR);
    }

    @Test
    void serverTellsItsRun() {
        Granted birth = (Granted) store.birth(0, new Asker(1000, 1000, clock()))
                .toCompletableFuture()
                .join();
        assertThat(birth.run()).matches("[0-9a-f]{40}");
    }
}
