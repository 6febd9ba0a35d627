package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClockTrustTests {

    private static final long MINUTE = 60_000;
    private static final long HOURS = Duration.ofHours(2).toMillis();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ManualTime time = new ManualTime(Instant.ofEpochMilli(100_000_000), 77);
    private final ClockTrust trust = new ClockTrust(time);

    private Circumstances at(long storeMillis, long last) {
        return trust.at(new Look(storeMillis, "run", 3, List.of(), Map.of()), last);
    }

    private Circumstances at(long storeMillis) {
        return at(storeMillis, 0);
    }

    private static Circumstances believed(long now, long expected) {
        return new Circumstances(now, expected, true, "run", 3);
    }

    private static Circumstances doubted(long instead, long expected) {
        return new Circumstances(instead, expected, false, "run", 3);
    }

    @Test
    void firstLookIsBelievedUnlessFarAheadOfThisMachinesClock() {
        long own = time.millis();
        assertThat(at(own + HOURS)).isEqualTo(doubted(own, 0));
        assertThat(at(own + MINUTE)).isEqualTo(believed(own + MINUTE, 0));
        assertThat(new ClockTrust(time).at(new Look(1, "run", 3, List.of(), Map.of()), 0))
                .isEqualTo(believed(1, 0));
    }

    /** This machine's clock is behind. */
    @Test
    void firstLookIsBelievedIfNotFarAheadOfTheLastGrant() {
        long last = time.millis() + HOURS;
        assertThat(at(last + MINUTE + 1, last)).isEqualTo(doubted(last, 0));
        assertThat(at(last + MINUTE, last)).isEqualTo(believed(last + MINUTE, 0));
    }

    @Test
    void expectedTimeGoesOnWithTheMonotonicClock() {
        long first = time.millis();
        at(first);
        time.advance(Duration.ofMillis(250));
        time.stepWall(Duration.ofHours(-1));
        assertThat(at(first + 249)).isEqualTo(believed(first + 249, first + 250));
    }

    /** A server booted with its clock behind, and was put right. */
    @Test
    void storeThatIsBehindIsBelievedWithoutChangingTheExpectedTime() {
        long first = time.millis();
        at(first);
        assertThat(at(first - 5 * MINUTE)).isEqualTo(believed(first - 5 * MINUTE, first));
        assertThat(at(first)).isEqualTo(believed(first, first));
    }

    /** The monotonic clock stood still, and the wall clock was set when the machine went on. */
    @Test
    void suspendedMachineExpectsTheTimeOfItsWallClock() {
        at(time.millis());
        time.stepWall(Duration.ofHours(3));
        assertThat(at(time.millis()).isTrusted()).isTrue();
    }

    @Test
    void storeFarAheadIsBelievedAfterTwoMinutesUnlessContradicted() {
        at(time.millis());
        assertThat(at(time.millis() + HOURS).isTrusted()).isFalse();
        time.advance(PATIENCE);
        assertThat(at(time.millis() + HOURS).isTrusted()).isFalse();
        time.advance(Duration.ofMillis(1));
        long far = time.millis() + HOURS;
        assertThat(at(far)).isEqualTo(believed(far, time.millis()));
        assertThat(at(far)).isEqualTo(believed(far, far));
    }

    @Test
    void storeThatAnotherServerContradictsIsNeverBelieved() {
        for (int i = 0; i < 10; i++) {
            assertThat(at(time.millis()).isTrusted()).isTrue();
            assertThat(at(time.millis() + HOURS).isTrusted()).isFalse();
            time.advance(Duration.ofMinutes(1));
        }
    }
}
