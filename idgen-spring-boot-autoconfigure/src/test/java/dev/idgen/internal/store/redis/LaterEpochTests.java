package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.Register.Snapshot;
import dev.idgen.internal.register.GroupValue;
import dev.idgen.internal.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Groups that tell of later failovers than the sentinels, which may have been set up anew. */
class LaterEpochTests {

    private final ManualTime time = new ManualTime();
    private String stored = "run=a epoch=5";
    private final RedisRegister register = new RedisRegister(new Sentinels(), "test", false, time);

    /** Answers each look with the stored value, as a master of the first failover. */
    private final class Sentinels implements ScriptRunner {

        @Override
        public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
            return CompletableFuture.completedFuture(
                    new ScriptReply(Arrays.asList(0L, time.millis(), bytes("a"), bytes(""), 0L, bytes(stored)), 1));
        }

        @Override
        public void close() {}
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Snapshot look() {
        return register.look("7", List.of(GroupValue.NAME))
                .toCompletableFuture()
                .join();
    }

    @Test
    void areJudgedOnceTheSentinelsHaveBeenAskedAgain() {
        assertThatThrownBy(this::look)
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("failover 5")
                .hasMessageContaining("idgen asks them again");
        time.advance(Duration.ofMillis(1001));
        assertThat(look().epoch()).isEqualTo(1);
    }

    @Test
    void ofDifferentFailoversDoNotKeepEachOtherFromBeingJudged() {
        for (int i = 0; i < 10; i++) {
            stored = "run=a epoch=" + (i % 2 == 0 ? 6 : 5);
            assertThatThrownBy(this::look).hasMessageContaining("idgen asks them again");
            time.advance(Duration.ofMillis(100));
        }
        assertThat(look().epoch()).isEqualTo(1);
        stored = "run=a epoch=5";
        assertThat(look().epoch()).isEqualTo(1);
    }
}
