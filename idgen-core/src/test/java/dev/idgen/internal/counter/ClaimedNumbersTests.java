package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidIdException;
import dev.idgen.NumberNotClaimedException;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.setting.Region;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ClaimedNumbersTests {

    private final Random random = new Random(42);

    private ClaimedNumbers coupons(long min, long max, int attempts, LongPredicate claim) {
        ClaimRange range = new ClaimRange(min, max, Region.ALL);
        return new ClaimedNumbers("coupon", range, attempts, (generator, number) -> claim.test(number), random);
    }

    @Test
    void nextAfterTheGreatestNumberOfAttemptsFails() {
        AtomicInteger attempts = new AtomicInteger();
        ClaimedNumbers ids = coupons(1, 9, 7, number -> attempts.incrementAndGet() < 0);
        assertThatThrownBy(ids::nextLong)
                .isInstanceOf(NumberNotClaimedException.class)
                .hasMessageContaining("'coupon' after 7 attempts")
                .hasMessageContaining("100 %");
        assertThat(attempts).hasValue(7);
        assertThat(ids.nextAsync(IdType.LONG)).failsWithin(Duration.ofSeconds(30));
    }

    @Test
    void everyNumberOfTheRangeIsIssuedOnce() {
        Set<Long> claimed = new HashSet<>();
        ClaimedNumbers ids = coupons(5, 14, 1000, number -> claimed.add(number));
        assertThat(ids.next(10, IdType.LONG)).containsExactlyInAnyOrder(5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
        assertThatThrownBy(ids::nextLong).isInstanceOf(NumberNotClaimedException.class);
    }

    @Test
    void collisionRateIsTheShareOfFailedAttemptsAndWarnedAboutOnce(CapturedOutput output) {
        AtomicInteger attempts = new AtomicInteger();
        ClaimedNumbers ids = coupons(1, 9, 20, number -> attempts.incrementAndGet() % 4 == 0);
        assertThat(ids.collisionRate()).isZero();
        ids.nextLongs(100);
        assertThat(ids.collisionRate()).isEqualTo(0.75);
        ids.nextLongs(2000);
        assertThat(output).containsOnlyOnce("75 % of the numbers it tries are taken: its range 1 to 9 is filling up");
    }

    @Test
    void numberOutOfRangeIsRefused() {
        LongIds ids = new LongIds(coupons(5, 9, 1, number -> true), IdType.LONG);
        assertThat(ids.decode(5L).number("number")).isEqualTo(5);
        assertThat(ids.parse("9")).isEqualTo(9);
        assertThatThrownBy(() -> ids.decode(4L))
                .isInstanceOf(InvalidIdException.class)
                .hasMessageContaining("5 to 9");
        assertThatThrownBy(() -> ids.parse("10")).isInstanceOf(InvalidIdException.class);
    }
}
