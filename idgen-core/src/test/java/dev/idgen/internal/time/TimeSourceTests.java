package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class TimeSourceTests {

    private final ManualTime time = new ManualTime();
    private final Clock monotonic = time.monotonicClock();

    @Test
    void monotonicClockMeasuresElapsedTime() {
        Instant before = monotonic.instant();

        time.advance(Duration.ofMillis(2500));

        assertThat(Duration.between(before, monotonic.instant())).isEqualTo(Duration.ofMillis(2500));
    }

    @Test
    void monotonicClockGoesOnWhereItsNanosecondsOverflow() {
        ManualTime atOverflow = new ManualTime(Instant.EPOCH, Long.MAX_VALUE - 1);
        Clock across = atOverflow.monotonicClock();
        Instant before = across.instant();

        atOverflow.advance(Duration.ofSeconds(3));

        assertThat(atOverflow.nanoTime()).isNegative();
        assertThat(Duration.between(before, across.instant())).isEqualTo(Duration.ofSeconds(3));
        assertThat(across.withZone(ZoneId.of("Asia/Tokyo")).instant()).isEqualTo(across.instant());
    }

    @Test
    void monotonicClockIgnoresStepsOfWallClock() {
        Instant before = monotonic.instant();

        time.stepWall(Duration.ofDays(-1));

        assertThat(monotonic.instant()).isEqualTo(before);
    }

    @Test
    void monotonicClockInOtherZoneTellsSameInstant() {
        Clock elsewhere = monotonic.withZone(ZoneId.of("Asia/Shanghai"));

        time.advance(Duration.ofSeconds(1));

        assertThat(monotonic.getZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(elsewhere.getZone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(elsewhere.instant()).isEqualTo(monotonic.instant());
    }

    @Test
    void systemTellsTimeOfThisMachine() {
        TimeSource system = TimeSource.system();
        Instant before = Instant.now();
        long nanosBefore = System.nanoTime();

        Instant instant = system.instant();
        long nanos = system.nanoTime();

        assertThat(instant).isBetween(before, Instant.now());
        assertThat(nanos - nanosBefore).isBetween(0L, System.nanoTime() - nanosBefore);
    }
}
