package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.LongestTtl.TtlClaim;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When an instance may use a ttl that is longer than any before. */
class LongestTtlTests {

    private final LongestTtl ttl = new LongestTtl(10_000);

    private TtlClaim read(long shown, long settled, long atMillis) {
        ttl.read(shown, settled, Duration.ofMillis(atMillis).toNanos());
        return ttl.claim();
    }

    @Test
    void instanceThatHasReadNothingKnowsItsOwn() {
        assertThat(ttl.claim()).isEqualTo(new TtlClaim(10_000, 10_000, 10_000, false));
    }

    @Test
    void longestIsRemembered() {
        read(60_000, 60_000, 0);
        assertThat(read(10_000, 10_000, 1)).isEqualTo(new TtlClaim(10_000, 60_000, 10_000, false));
    }

    @Test
    void ownSettlesWhenItWasShownForTwiceTheLongestOfBefore() {
        assertThat(read(10_000, 3000, 0)).isEqualTo(new TtlClaim(10_000, 10_000, 3000, false));
        assertThat(read(10_000, 3000, 6000).settles()).isFalse();
        assertThat(read(10_000, 3000, 6001)).isEqualTo(new TtlClaim(10_000, 10_000, 10_000, true));
        assertThat(read(10_000, 10_000, 6002)).isEqualTo(new TtlClaim(10_000, 10_000, 10_000, false));
    }

    @Test
    void timeBeforeItWasShownDoesNotCount() {
        read(3000, 3000, 0);
        read(10_000, 3000, 5000);
        assertThat(read(10_000, 3000, 11_000).settles()).isFalse();
        assertThat(read(10_000, 3000, 11_001).settles()).isTrue();
    }

    @Test
    void recordThatForgotItLetsTheWaitBeginAnew() {
        read(10_000, 3000, 0);
        read(3000, 3000, 5000);
        read(10_000, 3000, 5001);
        assertThat(read(10_000, 3000, 11_001).settles()).isFalse();
        assertThat(read(10_000, 3000, 11_002).settles()).isTrue();
    }
}
