package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterStore;
import dev.idgen.CounterUnavailableException;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StoreClaimTests {

    private record Answering(CompletionStage<Long> answer) implements CounterStore {

        @Override
        public CompletionStage<Long> add(String counter, long delta, long floor) {
            return answer;
        }

        @Override
        public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
            return CompletableFuture.completedFuture(false);
        }
    }

    private static StoreClaim answering(CompletionStage<Long> answer) {
        return new StoreClaim(new Answering(answer), Duration.ofMillis(1));
    }

    @Test
    void numberIsClaimedOnceForEachGenerator() {
        StoreClaim claim = new StoreClaim(new InMemoryCounterStore(), Duration.ofSeconds(30));
        assertThat(claim.claim("a", 7)).isTrue();
        assertThat(claim.claim("a", 7)).isFalse();
        assertThat(claim.claim("a", 8)).isTrue();
        assertThat(claim.claim("b", 7)).isTrue();
    }

    @Test
    void longestTimeoutIsForEver() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(new StoreClaim(new InMemoryCounterStore(), longest).claim("a", 7))
                .isTrue();
    }

    @Test
    void failureOfTheStoreClaimsNothing() {
        IllegalStateException down = new IllegalStateException("down");
        assertThatThrownBy(() -> answering(CompletableFuture.failedFuture(down)).claim("a", 7))
                .isInstanceOf(CounterUnavailableException.class)
                .hasCause(down);
    }

    @Test
    void silenceOfTheStoreClaimsNothing() {
        assertThatThrownBy(() -> answering(new CompletableFuture<>()).claim("a", 7))
                .isInstanceOf(CounterUnavailableException.class)
                .hasMessageContaining("did not answer in time");
    }

    @Test
    void interruptIsKept() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> answering(new CompletableFuture<>()).claim("a", 7))
                .isInstanceOf(CounterUnavailableException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
