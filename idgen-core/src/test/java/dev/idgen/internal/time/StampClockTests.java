package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampClockTests {

    private static final Duration MAX_SKEW = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTime time = new ManualTime();
    private final Instant start = time.instant();
    private final StampClock clock = new StampClock(time, MAX_SKEW);

    @Test
    void machineTimeIsUsedBeforeFirstAnswer() {
        assertThat(stamp()).isEqualTo(start);

        time.advance(Duration.ofMillis(1234));

        assertThat(stamp()).isEqualTo(start.plusMillis(1234));
    }

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
    void partOfMillisecondIsCutOff() {
        time.advance(Duration.ofNanos(999_999));
        assertThat(stamp()).isEqualTo(start);

        time.advance(Duration.ofNanos(1));
        assertThat(stamp()).isEqualTo(start.plusMillis(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1000, -1, 0, 1, 1000})
    void machineTimeWithinSkewIsUsed(long millisAhead) {
        boolean trusted = synchronize(start.minusMillis(millisAhead));

        assertThat(trusted).isTrue();
        assertThat(stamp()).isEqualTo(start);
        assertThat(clock.skew()).isEqualTo(Duration.ofMillis(millisAhead));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600_000, -1001, 1001, 3_600_000})
    void storeTimeIsUsedBeyondSkew(long millisAhead) {
        boolean trusted = synchronize(start.minusMillis(millisAhead));

        assertThat(trusted).isFalse();
        assertThat(stamp()).isEqualTo(start.minusMillis(millisAhead));
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
    void stepBetweenTwoAnswersDoesNotShow(long step) {
        synchronize(start);

        time.stepWall(Duration.ofMillis(step));
        time.advance(Duration.ofSeconds(1));

        assertThat(stamp()).isEqualTo(start.plusSeconds(1));
    }

    @Test
    void stepWithinSkewShowsAfterNextAnswer() {
        synchronize(start);
        time.stepWall(Duration.ofMillis(20));

        boolean trusted = synchronize(start);

        assertThat(trusted).isTrue();
        assertThat(stamp()).isEqualTo(start.plusMillis(20));
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
