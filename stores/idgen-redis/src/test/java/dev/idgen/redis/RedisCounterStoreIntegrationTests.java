package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterStore;
import dev.idgen.internal.store.ServedCounterStoreContract;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract on each server, however it is reached. */
@ParameterizedClass
@MethodSource("dev.idgen.redis.RedisAccess#all")
class RedisCounterStoreIntegrationTests extends ServedCounterStoreContract {

    /** Long, since answers that come late are no failure; lost ones end with their connection. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<Runnable> connected = new ArrayList<>();
    private final RedisAccess redis;
    private final Driver driver;
    private final RedisConnectionFactory factory;

    RedisCounterStoreIntegrationTests(RedisAccess redis) {
        this.redis = redis;
        this.driver = redis.driver();
        this.factory = redis.connect();
    }

    @Override
    protected int serverPort() {
        return redis.port();
    }

    @Override
    protected CounterStore openAt(int port, String name) {
        RedisConnectionFactory own = driver.connect(RedisServer.HOST, port);
        ScriptRunner runner = ScriptRunner.create(own, TIMEOUT, TimeSource.system(), "");
        connected.add(() -> {
            runner.close();
            driver.disconnect(own);
        });
        return new RedisCounterStore(runner, name);
    }

    @AfterEach
    void close() {
        connected.forEach(Runnable::run);
        driver.disconnect(factory);
    }

    private String key(String counter) {
        return "{idgen:5:" + namespace() + ":counter:" + counter + "}:last";
    }

    private String value(String key) {
        return redis.ask(jedis -> jedis.get(key));
    }

    @Test
    void valueThatIsNoNumberIsRefusedAndLeft() {
        CounterStore store = open(namespace());
        for (String value : List.of("many", "-05", "-0", "-", "007", "1.5", "9223372036854775808")) {
            redis.ask(jedis -> jedis.set(key("orders"), value));
            assertThatThrownBy(() -> add(store, 1)).as(value).isNotNull();
            assertThat(value(key("orders"))).isEqualTo(value);
        }
    }

    @Test
    void onlyTheValueIsKept() {
        CounterStore store = open(namespace());
        add(store, 10);
        answer(store.giveBack("orders", 10, 5));
        Set<String> keys = redis.ask(jedis -> jedis.keys("*" + namespace() + "*"));
        assertThat(keys)
                .extracting(key -> redis.<Long>ask(jedis -> jedis.ttl(key)))
                .satisfiesExactlyInAnyOrder(
                        kept -> assertThat(kept).isEqualTo(-1),
                        expiring -> assertThat(expiring).isBetween(1L, 3600L));
    }

    /** A takes back 51 to 100; B takes 51 to 100; A's request arrives again; C asks. */
    @Test
    void takingBackIsCarriedOutOnceHoweverOftenItArrives() {
        List<Runnable> sent = new ArrayList<>();
        ScriptRunner runner = ScriptRunner.create(factory, TIMEOUT, TimeSource.system(), "");
        connected.add(runner::close);
        CounterStore a = new RedisCounterStore(new Repeating(runner, sent), namespace());
        CounterStore others = open(namespace());
        add(others, 100);
        assertThat(answer(a.giveBack("orders", 100, 50))).isTrue();
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
