package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterStore;
import dev.idgen.internal.store.CounterStoreContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The shipped script, on a simulated server that serves one request after another. */
class SimulatedRedisCounterStoreTests extends CounterStoreContract {

    private final SimulatedRedis redis = new SimulatedRedis(() -> 1_000_000);
    private final ScriptRunner runner = new ScriptRunner() {
        @Override
        public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
            synchronized (redis) {
                return redis.run(script, keys, arguments);
            }
        }

        @Override
        public void close() {}
    };

    @Override
    protected CounterStore open(String name) {
        return RedisCounterStore.create(runner, name);
    }

    @Test
    void replicaCountsNothing() {
        redis.setRole("slave");
        assertThatThrownBy(() -> add(open(namespace()), 1)).hasMessageContaining("READONLY");
        assertThatThrownBy(() -> answer(open(namespace()).takeBack("orders", 1, 0)))
                .hasMessageContaining("READONLY");
    }

    @Test
    void serverThatRefusesInfoCounts() {
        redis.refuseInfo();
        assertThat(add(open(namespace()), 1)).isEqualTo(1);
    }

    /** A takes back 51 to 100; B takes 51 to 100; A's request arrives again; C asks. */
    @Test
    void takingBackIsCarriedOutOnceHoweverOftenItArrives() {
        List<Runnable> sent = new ArrayList<>();
        CounterStore a = RedisCounterStore.create(
                new ScriptRunner() {
                    @Override
                    public CompletionStage<List<Object>> run(
                            LuaScript script, List<String> keys, List<String> arguments) {
                        sent.add(() -> runner.run(script, keys, arguments));
                        return runner.run(script, keys, arguments);
                    }

                    @Override
                    public void close() {}
                },
                namespace());
        CounterStore others = open(namespace());
        add(others, 100);
        assertThat(answer(a.takeBack("orders", 100, 50))).isTrue();
        assertThat(add(others, 50)).isEqualTo(100);
        sent.forEach(Runnable::run);
        assertThat(add(others, 50)).isEqualTo(150);
    }
}
