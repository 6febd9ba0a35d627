package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeSourceTests {

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
