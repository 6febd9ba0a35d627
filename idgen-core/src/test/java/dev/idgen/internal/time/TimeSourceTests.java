package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class TimeSourceTests {

    @Test
    void monotonicClockMeasuresElapsedTimeBeyondItsOverflow() {
        ManualTime time = new ManualTime(Instant.EPOCH, Long.MAX_VALUE - 1);
        Clock monotonic = time.monotonicClock();
        Clock elsewhere = monotonic.withZone(ZoneId.of("Asia/Shanghai"));
        Instant before = monotonic.instant();

        time.stepWall(Duration.ofDays(-1));
        assertThat(monotonic.instant()).isEqualTo(before);
        time.advance(Duration.ofMillis(2500));

        assertThat(time.nanoTime()).isNegative();
        assertThat(Duration.between(before, monotonic.instant())).isEqualTo(Duration.ofMillis(2500));
        assertThat(elsewhere.instant()).isEqualTo(monotonic.instant());
        assertThat(monotonic.getZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(elsewhere.getZone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
    }
}
