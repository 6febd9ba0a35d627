package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockVetoTests {

    private static final long MINUTE = 60_000;
    private static final long HOURS = Duration.ofHours(2).toMillis();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ManualTime time = new ManualTime(Instant.ofEpochMilli(100_000_000), 77);
    private final ClockVeto veto = new ClockVeto(time);

    @Test
    void firstLookIsBelievedUnlessFarAheadOfThisMachinesClock() {
        assertThat(veto.ahead(time.millis() + HOURS)).isEqualTo(HOURS);
        assertThat(veto.believes(time.millis() + MINUTE + 1)).isFalse();
        assertThat(veto.believes(time.millis() + MINUTE)).isTrue();
        assertThat(new ClockVeto(time).believes(1)).isTrue();
    }

    @Test
    void expectedTimeContinuesWithTheMonotonicClock() {
        long first = time.millis();
        veto.believes(first);
        time.advance(Duration.ofMillis(250));
        time.stepWall(Duration.ofHours(-1));
        assertThat(veto.believes(first + 250 + MINUTE + 1)).isFalse();
        assertThat(veto.believes(first + 250 + MINUTE)).isTrue();
    }

    /** A server booted with its clock behind, which was then corrected. */
    @Test
    void storeThatIsBehindIsBelievedWithoutChangingTheExpectedTime() {
        long first = time.millis();
        veto.believes(first);
        time.stepWall(Duration.ofHours(-1));
        assertThat(veto.believes(first - 5 * MINUTE)).isTrue();
        assertThat(veto.believes(first + MINUTE)).isTrue();
    }

    /** The monotonic clock stopped, and the wall clock was set when the machine continued. */
    @Test
    void suspendedMachineExpectsTheTimeOfItsWallClock() {
        veto.believes(time.millis());
        time.stepWall(Duration.ofHours(3));
        assertThat(veto.believes(time.millis())).isTrue();
    }

    @Test
    void storeFarAheadIsBelievedAfterTwoMinutesUnlessContradicted() {
        assertThat(veto.believes(time.millis() + HOURS)).isFalse();
        time.advance(PATIENCE);
        assertThat(veto.believes(time.millis() + HOURS)).isFalse();
        time.advance(Duration.ofMillis(1));
        assertThat(veto.believes(time.millis() + HOURS)).isTrue();
        assertThat(veto.believes(time.millis() + HOURS + MINUTE)).isTrue();
    }

    @Test
    void storeThatAnotherServerContradictsIsNeverBelieved() {
        for (int i = 0; i < 10; i++) {
            assertThat(veto.believes(time.millis())).isTrue();
            assertThat(veto.believes(time.millis() + HOURS)).isFalse();
            time.advance(Duration.ofMinutes(1));
        }
    }
}
