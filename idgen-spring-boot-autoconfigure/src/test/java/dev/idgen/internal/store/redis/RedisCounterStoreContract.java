package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterStore;
import dev.idgen.internal.store.ServedCounterStoreContract;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on a real server, however it is reached. */
abstract class RedisCounterStoreContract extends ServedCounterStoreContract {

    /** Ends with the JVM, since several classes use it. */
    static final RedisServer redis = RedisServer.running();

    /** Long, since answers that come late are no failure; lost ones end with their connection. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<Runnable> connected = new ArrayList<>();
    private final Driver driver = driver();
    private final RedisConnectionFactory factory = driver.connect(redis);

    abstract Driver driver();

    @Override
    protected int serverPort() {
        return redis.port();
    }

    @Override
    protected CounterStore openAt(int port, String name) {
        RedisConnectionFactory own = driver.connect(RedisServer.HOST, port);
        ScriptRunner runner = ScriptRunner.create(own, TIMEOUT, TimeSource.system());
        connected.add(() -> {
            runner.close();
            driver.disconnect(own);
        });
        return RedisCounterStore.create(runner, name);
    }

    @AfterEach
    void close() {
        connected.forEach(Runnable::run);
        driver.disconnect(factory);
    }

    private String key(String counter) {
        return "{idgen:2:" + namespace() + ":counter:" + counter + "}:value";
    }

    private byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void valueIsPlainDecimalText() {
        answer(open(namespace()).add("invoices", 5, 9_007_199_254_740_993L));
        try (RedisConnection connection = factory.getConnection()) {
            assertThat(connection.stringCommands().get(bytes(key("invoices"))))
                    .asString()
                    .isEqualTo("9007199254740998");
        }
    }

    @Test
    void valueSetByHandCounts() {
        try (RedisConnection connection = factory.getConnection()) {
            connection.stringCommands().set(bytes(key("orders")), bytes("41"));
        }
        assertThat(add(open(namespace()), 1)).isEqualTo(42);
    }

    @Test
    void valueThatIsNoNumberIsRefusedAndLeft() {
        for (String value : List.of("many", "-5", "007", "1.5", "9223372036854775808")) {
            try (RedisConnection connection = factory.getConnection()) {
                connection.stringCommands().set(bytes(key("orders")), bytes(value));
                CounterStore store = open(namespace());
                assertThatThrownBy(() -> add(store, 1)).as(value).isNotNull();
                assertThat(connection.stringCommands().get(bytes(key("orders"))))
                        .asString()
                        .isEqualTo(value);
            }
        }
    }

    @Test
    void onlyTheValueIsKept() {
        CounterStore store = open(namespace());
        add(store, 10);
        answer(store.takeBack("orders", 10, 5));
        try (RedisConnection connection = factory.getConnection()) {
            assertThat(connection.keyCommands().keys(bytes("*" + namespace() + "*")))
                    .extracting(key -> connection.keyCommands().ttl(key))
                    .satisfiesExactlyInAnyOrder(
                            kept -> assertThat(kept).isEqualTo(-1),
                            told -> assertThat(told).isBetween(1L, 3600L));
        }
    }

    /** A takes back 51 to 100; B takes 51 to 100; A's request arrives again; C asks. */
    @Test
    void takingBackIsCarriedOutOnceHoweverOftenItArrives() {
        List<Runnable> sent = new ArrayList<>();
        ScriptRunner runner = ScriptRunner.create(factory, TIMEOUT, TimeSource.system());
        connected.add(runner::close);
        CounterStore a = RedisCounterStore.create(new Repeating(runner, sent), namespace());
        CounterStore others = open(namespace());
        add(others, 100);
        assertThat(answer(a.takeBack("orders", 100, 50))).isTrue();
        assertThat(add(others, 50)).isEqualTo(100);
        sent.forEach(Runnable::run);
        assertThat(add(others, 50)).isEqualTo(150);
    }

    /** Lets a test send each request again. */
    private record Repeating(ScriptRunner runner, List<Runnable> sent) implements ScriptRunner {

        @Override
        public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
            sent.add(() ->
                    runner.run(script, keys, arguments).toCompletableFuture().join());
            return runner.run(script, keys, arguments);
        }

        @Override
        public void close() {
            runner.close();
        }
    }
}
