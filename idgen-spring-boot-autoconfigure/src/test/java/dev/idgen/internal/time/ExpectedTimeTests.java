package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExpectedTimeTests {

    private static final long MINUTE = 60_000;

    private final ManualTime time = new ManualTime(Instant.ofEpochMilli(5_000_000), 77);
    private final ExpectedTime expected = new ExpectedTime(time);

    @Test
    void nothingIsExpectedAtFirst() {
        assertThat(expected.millis()).isZero();
        assertThat(expected.accept(1)).isTrue();
        assertThat(expected.millis()).isEqualTo(1);
    }

    @Test
    void storeAheadOfThisMachineIsBelievedAfterTwoMinutes() {
        long ahead = time.millis() + Duration.ofHours(2).toMillis();
        assertThat(expected.accept(ahead)).isTrue();
        time.advance(Duration.ofMinutes(2));
        assertThat(expected.accept(ahead + 120_000)).isTrue();
        assertThat(expected.millis()).isZero();
        time.advance(Duration.ofMillis(1));
        assertThat(expected.accept(ahead + 120_001)).isTrue();
        assertThat(expected.millis()).isEqualTo(ahead + 120_001);
    }

    @Test
    void storeAheadOfThisMachineIsBelievedWhenEitherIsPutRight() {
        long ahead = time.millis() + Duration.ofHours(2).toMillis();
        expected.accept(ahead);
        expected.accept(time.millis() + MINUTE);
        assertThat(expected.millis()).isEqualTo(time.millis() + MINUTE);
    }

    @Test
    void whatWasToldGoesOnWithTheMonotonicClock() {
        expected.accept(1000);
        time.advance(Duration.ofMillis(250));
        assertThat(expected.millis()).isEqualTo(1250);
        time.stepWall(Duration.ofHours(-1));
        assertThat(expected.millis()).isEqualTo(1250);
    }

    @Test
    void storeThatIsAMinuteAheadIsBelievedAndOneFurtherAheadIsNot() {
        expected.accept(1000);
        assertThat(expected.accept(1001 + MINUTE)).isFalse();
        assertThat(expected.millis()).isEqualTo(1000);
        assertThat(expected.accept(1000 + MINUTE)).isTrue();
        assertThat(expected.millis()).isEqualTo(1000 + MINUTE);
    }

    @Test
    void storeThatIsBehindIsBelieved() {
        expected.accept(1000 + MINUTE);
        assertThat(expected.accept(1000)).isTrue();
        assertThat(expected.millis()).isEqualTo(1000);
    }

    /** A server booted with its clock behind, and was put right. */
    @Test
    void storeThatIsBehindForAWhileIsNotFarAheadAfterwards() {
        long now = time.millis();
        expected.accept(now);
        assertThat(expected.accept(now - 5 * MINUTE)).isTrue();
        assertThat(expected.millis()).isEqualTo(now);
        assertThat(expected.accept(now)).isTrue();
    }

    /** The monotonic clock stood still, and the wall clock was set when the machine went on. */
    @Test
    void suspendedMachineExpectsWhatItsWallClockSays() {
        expected.accept(1000);
        time.stepWall(Duration.ofHours(3));
        assertThat(expected.accept(1000 + Duration.ofHours(3).toMillis())).isTrue();
    }

    @Test
    void storeThatNothingContradictsIsBelievedAfterTwoMinutes() {
        expected.accept(1000);
        long ahead = Duration.ofHours(2).toMillis();
        assertThat(expected.accept(ahead)).isFalse();
        time.advance(Duration.ofMinutes(2));
        assertThat(expected.accept(ahead + 120_000)).isFalse();
        time.advance(Duration.ofMillis(1));
        assertThat(expected.millis()).isZero();
        assertThat(expected.accept(ahead + 120_001)).isTrue();
        assertThat(expected.millis()).isEqualTo(ahead + 120_001);
    }

    @Test
    void storeThatAnotherServerContradictsIsNeverBelieved() {
        expected.accept(1000);
        long ahead = Duration.ofHours(2).toMillis();
        for (int i = 1; i < 10; i++) {
            assertThat(expected.accept(ahead + i * MINUTE)).isFalse();
            time.advance(Duration.ofMinutes(1));
            assertThat(expected.accept(1000 + i * MINUTE)).isTrue();
        }
    }
}
