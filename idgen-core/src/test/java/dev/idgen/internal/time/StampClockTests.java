package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StampClockTests {

    private static final Duration MAX_SKEW = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTime time = new ManualTime();
    private final Instant start = time.instant();
    private final StampClock clock = new StampClock(time, MAX_SKEW);

    @Test
    void timeGoesOnWhereMonotonicClockOverflows() {
        ManualTime atOverflow = new ManualTime(start, Long.MAX_VALUE - 1);
        StampClock across = new StampClock(atOverflow, MAX_SKEW);

        atOverflow.advance(Duration.ofSeconds(3));

        assertThat(atOverflow.nanoTime()).isNegative();
        assertThat(across.millisAt(atOverflow.nanoTime()))
                .isEqualTo(start.plusSeconds(3).toEpochMilli());
        assertThat(synchronize(across, atOverflow, atOverflow.instant(), Duration.ofSeconds(4)))
                .isTrue();
    }

    @Test
    void machineTimeIsUsedBeforeFirstAnswerWithoutPartsOfMilliseconds() {
        time.advance(Duration.ofNanos(999_999));
        assertThat(stamp()).isEqualTo(start);

        time.advance(Duration.ofNanos(1));
        assertThat(stamp()).isEqualTo(start.plusMillis(1));
    }

    @ParameterizedTest
    @CsvSource({
        "-3600000, false",
        "-1001, false",
        "-1000, true",
        "-1, true",
        "0, true",
        "1000, true",
        "1001, false",
        "3600000, false"
    })
    void storeTimeIsUsedOnlyBeyondSkew(long millisAhead, boolean trusted) {
        assertThat(synchronize(start.minusMillis(millisAhead))).isEqualTo(trusted);
        assertThat(stamp()).isEqualTo(trusted ? start : start.minusMillis(millisAhead));
        assertThat(clock.skew()).isEqualTo(Duration.ofMillis(millisAhead));
    }

    @Test
    void storeTimeIsCarriedByMonotonicClock() {
        Instant store = start.plus(HOUR);
        synchronize(store);

        time.advanceMonotonic(Duration.ofSeconds(2));
        time.stepWall(HOUR.multipliedBy(-3));

        assertThat(stamp()).isEqualTo(store.plusSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600_000, -20, 20, 3_600_000})
    void stepShowsOnlyAfterTheNextAnswerAndWithinSkew(long step) {
        synchronize(start);

        time.stepWall(Duration.ofMillis(step));
        time.advance(Duration.ofSeconds(1));

        assertThat(stamp()).isEqualTo(start.plusSeconds(1));
        assertThat(synchronize(start.plusSeconds(1))).isEqualTo(Math.abs(step) < MAX_SKEW.toMillis());
        assertThat(stamp()).isEqualTo(start.plusSeconds(1).plusMillis(Math.abs(step) < MAX_SKEW.toMillis() ? step : 0));
    }

    @Test
    void machineTimeIsUsedAgainOnceItAgrees() {
        Instant store = start.plus(HOUR);
        assertThat(synchronize(store)).isFalse();

        time.setWall(store.plusMillis(300));
        assertThat(stamp()).isEqualTo(store);

        assertThat(synchronize(store)).isTrue();
        assertThat(stamp()).isEqualTo(store.plusMillis(300));
        assertThat(clock.skew()).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void storeIsTakenToHaveAnsweredHalfwayThroughRoundTrip() {
        Instant store = start.plus(HOUR);
        long requestedAt = time.nanoTime();
        time.advance(Duration.ofMillis(200));

        clock.synchronize(store.toEpochMilli(), requestedAt);

        assertThat(stamp()).isEqualTo(store.plusMillis(100));
    }

    @Test
    void slowAnswerProvesSkewOnlyBeyondHalfItsRoundTrip() {
        Duration roundTrip = Duration.ofSeconds(4);
        Instant halfway = start.plus(roundTrip.dividedBy(2));
        long requestedAt = time.nanoTime();
        time.advance(roundTrip);

        long explainable = halfway.plusMillis(3000).toEpochMilli();
        assertThat(clock.synchronize(explainable, requestedAt)).isTrue();
        assertThat(clock.synchronize(explainable + 1, requestedAt)).isFalse();
    }

    private Instant stamp() {
        return Instant.ofEpochMilli(clock.millisAt(time.nanoTime()));
    }

    private boolean synchronize(Instant store) {
        return synchronize(clock, time, store, Duration.ZERO);
    }

    /** An answer whose request was sent {@code roundTrip} ago. */
    private static boolean synchronize(StampClock clock, ManualTime time, Instant store, Duration roundTrip) {
        return clock.synchronize(store.toEpochMilli(), time.nanoTime() - roundTrip.toNanos());
    }

    /** A garbage collection may fall between reading one clock and the other. */
    @Test
    void pauseBetweenReadingBothClocksDoesNotShow() {
        TimeSource pausing = new TimeSource() {
            private boolean paused;

            @Override
            public Instant instant() {
                if (!paused) {
                    paused = true;
                    time.advance(Duration.ofMillis(300));
                }
                return time.instant();
            }

            @Override
            public long nanoTime() {
                return time.nanoTime();
            }
        };
        StampClock paused = new StampClock(pausing, MAX_SKEW);

        assertThat(paused.millisAt(time.nanoTime())).isEqualTo(time.millis());
    }
}
