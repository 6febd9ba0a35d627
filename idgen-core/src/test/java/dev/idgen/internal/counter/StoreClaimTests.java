package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterUnavailableException;
import dev.idgen.internal.counter.UnreliableCounterStore.Fate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreClaimTests {

    private final UnreliableCounterStore store = new UnreliableCounterStore();

    private StoreClaim meeting(Fate fate) {
        store.decide(fate);
        return new StoreClaim(store, Duration.ofMillis(1));
    }

    @Test
    void numberIsClaimedOnceForEachGenerator() {
        StoreClaim claim = new StoreClaim(store, Duration.ofSeconds(30));
        assertThat(claim.claim("a", 7)).isTrue();
        assertThat(claim.claim("a", 7)).isFalse();
        assertThat(claim.claim("a", 8)).isTrue();
        assertThat(claim.claim("b", 7)).isTrue();
    }

    @Test
    void longestTimeoutIsForEver() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(new StoreClaim(store, longest).claim("a", 7)).isTrue();
    }

    @Test
    void failureOfTheStoreClaimsNothing() {
        assertThatThrownBy(() -> meeting(Fate.FAILED).claim("a", 7))
                .isInstanceOf(CounterUnavailableException.class)
                .cause()
                .hasMessage("connection refused");
    }

    @Test
    void silenceOfTheStoreClaimsNothing() {
        assertThatThrownBy(() -> meeting(Fate.SWALLOWED).claim("a", 7))
                .isInstanceOf(CounterUnavailableException.class)
                .hasMessageContaining("did not answer in time");
    }

    @Test
    void interruptIsKept() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> meeting(Fate.SWALLOWED).claim("a", 7))
                .isInstanceOf(CounterUnavailableException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
