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

    private final ManualTime time = new ManualTime();
    private final Instant start = time.instant();
    private final StampClock clock = new StampClock(time, MAX_SKEW);

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
    void slowAnswerProvesSkewOnlyBeyondHalfItsRoundTrip() {
        Duration roundTrip = Duration.ofSeconds(4);
        Instant halfway = start.plus(roundTrip.dividedBy(2));
        long requestedAt = time.nanoTime();
        time.advance(roundTrip);

        long explainable = halfway.plusMillis(3000).toEpochMilli();
        assertThat(clock.synchronize(explainable, requestedAt)).isTrue();
        assertThat(clock.synchronize(explainable + 1, requestedAt)).isFalse();
        assertThat(stamp()).as("if answered halfway").isEqualTo(halfway.plusMillis(3001 + 2000));
    }

    private Instant stamp() {
        return Instant.ofEpochMilli(clock.millisAt(time.nanoTime()));
    }

    private boolean synchronize(Instant store) {
        return clock.synchronize(store.toEpochMilli(), time.nanoTime());
    }

    /** A garbage collection may fall between reading one clock and the other. */
    @Test
    void pauseBetweenReadingBothClocksDoesNotShow() {
        TimeSource pausing = new ForwardingTime(time) {
            private boolean paused;

            @Override
            public Instant instant() {
                if (!paused) {
                    paused = true;
                    time.advance(Duration.ofMillis(300));
                }
                return time.instant();
            }
        };
        StampClock paused = new StampClock(pausing, MAX_SKEW);

        assertThat(paused.millisAt(time.nanoTime())).isEqualTo(time.millis());
    }
}
