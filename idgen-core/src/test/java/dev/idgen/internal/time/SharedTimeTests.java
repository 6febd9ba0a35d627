package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.idgen.Extent;
import dev.idgen.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedTimeTests {

    private static final int READINGS = Extent.of(200_000, 2_000_000);

    private final ManualTime manual = new ManualTime();
    /** Whose thread does nothing: {@link SharedTime#refresh} is called by hand. */
    private final SharedTime time = new SharedTime(manual, work -> new Thread());

    @Test
    void rareReadingsAreNotShared() {
        for (int i = 0; i < 100; i++) {
            time.renew();
            manual.advance(Duration.ofMillis(1));

            assertThat(time.isSharing()).isFalse();
            assertThat(time.recentNanoTime()).isEqualTo(manual.nanoTime());
            assertThat(time.recentMillis()).isEqualTo(manual.millis());
        }
    }

    @Test
    void readingIsSharedForAQuarterOfAMillisecond() {
        share();
        long nanos = manual.nanoTime();
        long millis = manual.millis();

        manual.advance(Duration.ofNanos(200_000));
        time.renew();
        assertThat(time.recentNanoTime()).isEqualTo(nanos);
        assertThat(time.recentMillis()).isEqualTo(millis);
        assertThat(time.nanoTime()).isEqualTo(nanos + 200_000);

        manual.advance(Duration.ofMillis(1));
        time.renew();
        assertThat(time.recentNanoTime()).isEqualTo(manual.nanoTime());
        assertThat(time.recentMillis()).isEqualTo(manual.millis());
    }

    @Test
    void sharingLastsAsLongAsReports() {
        share();
        for (int i = 0; i < 100; i++) {
            manual.advance(Duration.ofMillis(2));
            time.renew();
            time.refresh();
            assertThat(time.isSharing()).isTrue();
        }
        manual.advance(Duration.ofMillis(10));
        time.refresh();
        assertThat(time.isSharing()).isFalse();
        assertThat(time.recentNanoTime()).isEqualTo(manual.nanoTime());
    }

    @Test
    void closeEndsTheThreadAndStartAllowsAnother() throws Exception {
        List<Thread> begun = new ArrayList<>();
        // With a clock that stands still it never gets calm, however long this machine pauses.
        SharedTime real = new SharedTime(manual, work -> {
            Thread thread = new Thread(work, "test-clock");
            begun.add(thread);
            return thread;
        });
        for (int round = 1; round <= 3; round++) {
            while (begun.size() < round) {
                real.renew();
            }
            Thread own = begun.get(round - 1);
            assertThat(own.isAlive()).isTrue();
            assertThat(real.isSharing()).isTrue();

            real.close();
            own.join(30_000);
            assertThat(own.isAlive()).isFalse();
            renewOften(real);
            assertThat(real.isSharing()).isFalse();
            real.start();
        }
    }

    /** If nobody replaced the shared reading, all ids from then on would carry its time. */
    @Test
    void refusedThreadNeitherFailsACallerNorLeavesAnOldReading() {
        boolean[] refused = {true};
        SharedTime real = new SharedTime(manual, work -> refused[0] ? new RefusedThread() : new Thread());
        assertThatNoException().isThrownBy(() -> renewOften(real));
        manual.advance(Duration.ofHours(1));

        assertThat(real.isSharing()).isFalse();
        assertThat(real.recentNanoTime()).isEqualTo(manual.nanoTime());
        assertThat(real.recentMillis()).isEqualTo(manual.millis());

        refused[0] = false;
        real.start();
        renewOften(real);
        assertThat(real.isSharing()).isTrue();
    }

    private static void renewOften(SharedTime time) {
        for (int i = 0; i < 10; i++) {
            time.renew();
        }
    }

    /** A thread that the operating system refuses, as it does at a container's limit of processes. */
    private static final class RefusedThread extends Thread {

        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    /** Forbids: a reading that is later than the present, by whatever race of those who read for all. */
    @Test
    void noReadingIsLaterThanThePresent() throws Exception {
        try (SharedTime real = new SharedTime(TimeSource.system())) {
            assertThat(Threads.race(4, () -> latestBeyondPresent(real)))
                    .as("nanoseconds ahead of the present")
                    .allMatch(beyond -> beyond <= 0);
        }
    }

    private static long latestBeyondPresent(SharedTime time) {
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < READINGS; i++) {
            if (i % TimeSource.READINGS_PER_RENEWAL == 0) {
                time.renew();
            }
            latest = Math.max(latest, time.recentNanoTime() - System.nanoTime());
        }
        return latest;
    }

    private void share() {
        renewOften(time);
        assertThat(time.isSharing()).isTrue();
    }
}
