package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.store.MasterWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;

/** How sentinels and cluster masters are asked, with any driver. */
class RedisJudgeTests {

    /** Answers when told to. */
    private static final class Sentinel extends RedisJudge {

        private final List<CompletableFuture<List<String>>> asked = new ArrayList<>();
        private int disconnected;

        Sentinel(String address, String masterName) {
            super(address, masterName);
        }

        @Override
        CompletionStage<List<String>> send(String... command) {
            CompletableFuture<List<String>> answer = new CompletableFuture<>();
            asked.add(answer);
            return answer;
        }

        @Override
        void disconnect() {
            disconnected++;
        }

        void names(String host) {
            asked.get(asked.size() - 1).complete(List.of("flags", "master"));
            asked.get(asked.size() - 1).complete(List.of(host, "6379"));
        }
    }

    private final Sentinel sentinel = new Sentinel("s1:26379", "ids");

    private String named() {
        return sentinel.ask()
                .thenApply(judgement -> String.valueOf(judgement.masterOf("any")))
                .toCompletableFuture()
                .getNow("silent");
    }

    @Test
    void isNotAskedAgainWhileItHasNotAnswered() {
        assertThat(named()).isEqualTo("silent");
        assertThatThrownBy(this::named).hasMessageContaining("has not answered");
        sentinel.names("a");
        assertThat(sentinel.disconnected).isZero();
        assertThat(named()).isEqualTo("silent");
        assertThat(sentinel.asked).as("two commands, and the first of the next").hasSize(3);
    }

    @Test
    void isAskedOverAFreshConnectionAfterAFailure() {
        assertThat(named()).isEqualTo("silent");
        sentinel.asked.get(0).completeExceptionally(new IllegalStateException("timed out"));
        assertThat(sentinel.disconnected).isEqualTo(1);
        assertThat(named()).isEqualTo("silent");
    }

    @Test
    void refusalSaysWhatToGrant() {
        CompletableFuture<?> answer = sentinel.ask().toCompletableFuture();
        sentinel.asked.get(0).completeExceptionally(new IllegalStateException("NOPERM no permissions"));
        assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(StoreUnsuitableException.class)
                .hasMessageContaining("NOPERM no permissions. Grant the Redis user '+cluster|nodes'");
    }

    @Test
    void judgeThatLeftIsDisconnected() {
        ManualTime time = new ManualTime();
        Map<String, Sentinel> judges = new HashMap<>();
        List<String> addresses = new ArrayList<>(List.of("s1:1", "s2:1"));
        MasterConfirmation masters = new MasterConfirmation(
                new RedisSentinelConfiguration().master("ids"),
                () -> List.copyOf(addresses),
                (address, name) -> {
                    judges.put(address, new Sentinel(address, name));
                    return judges.get(address);
                },
                time,
                replaced -> {});
        for (int i = 0; i < 2; i++) {
            var unused = masters.reply(LuaScript.leases(true), List.of(), "a:6379", "key");
            judges.values().forEach(judge -> judge.names("a"));
            time.advance(Duration.ofMillis(MasterWatch.FRESH_MILLIS + 1));
            addresses.remove("s2:1");
        }
        assertThat(judges).hasSize(2);
        assertThat(judges.get("s1:1").disconnected).isZero();
        assertThat(judges.get("s2:1").disconnected).isEqualTo(1);
    }
}
