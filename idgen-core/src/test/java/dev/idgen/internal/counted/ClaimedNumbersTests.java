package dev.idgen.internal.counted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidIdException;
import dev.idgen.NumberNotClaimedException;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.setting.Region;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ClaimedNumbersTests {

    private final Random random = new Random(42);

    @Test
    void attemptsAreBounded() {
        AtomicInteger attempts = new AtomicInteger();
        ClaimedNumbers ids = new ClaimedNumbers(
                "coupon",
                new ClaimRange(1, 9, Region.ALL),
                7,
                (generator, number) -> attempts.incrementAndGet() < 0,
                random);
        assertThatThrownBy(ids::nextLong)
                .isInstanceOf(NumberNotClaimedException.class)
                .hasMessageContaining("'coupon' after 7 attempts")
                .hasMessageContaining("100 %");
        assertThat(attempts).hasValue(7);
        assertThat(ids.nextAsync(IdForm.LONG)).failsWithin(java.time.Duration.ofSeconds(30));
    }

    @Test
    void numbersOfTheWholeRangeAreGivenOnce() {
        Set<Long> claimed = new HashSet<>();
        ClaimedNumbers ids = new ClaimedNumbers(
                "coupon", new ClaimRange(5, 14, Region.ALL), 1000, (generator, number) -> claimed.add(number), random);
        assertThat(ids.next(10, IdForm.LONG)).containsExactlyInAnyOrder(5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
        assertThatThrownBy(ids::nextLong).isInstanceOf(NumberNotClaimedException.class);
    }

    @Test
    void collisionRateIsTheShareOfAttemptsThatFailed() {
        AtomicInteger attempts = new AtomicInteger();
        ClaimedNumbers ids = new ClaimedNumbers(
                "coupon",
                new ClaimRange(1, 9, Region.ALL),
                20,
                (generator, number) -> attempts.incrementAndGet() % 4 == 0,
                random);
        assertThat(ids.collisionRate()).isZero();
        ids.nextLongs(100);
        assertThat(ids.collisionRate()).isEqualTo(0.75);
    }

    @Test
    void rangeThatFillsUpIsWarnedAboutOnce(CapturedOutput output) {
        AtomicInteger attempts = new AtomicInteger();
        ClaimedNumbers ids = new ClaimedNumbers(
                "coupon",
                new ClaimRange(1, 9, Region.ALL),
                20,
                (generator, number) -> attempts.incrementAndGet() % 4 == 0,
                random);
        ids.nextLongs(2000);
        assertThat(output).containsOnlyOnce("75 % of the numbers it tries are taken: its range 1 to 9 is filling up");
    }

    @Test
    void numberOutOfRangeIsRefused() {
        LongIds ids = new LongIds(
                new ClaimedNumbers("coupon", new ClaimRange(5, 9, Region.ALL), 1, (generator, number) -> true, random),
                IdForm.LONG);
        assertThat(ids.decode(5L).number("number")).isEqualTo(5);
        assertThat(ids.parse("9")).isEqualTo(9);
        assertThatThrownBy(() -> ids.decode(4L))
                .isInstanceOf(InvalidIdException.class)
                .hasMessageContaining("5 to 9");
        assertThatThrownBy(() -> ids.parse("10")).isInstanceOf(InvalidIdException.class);
    }
}
