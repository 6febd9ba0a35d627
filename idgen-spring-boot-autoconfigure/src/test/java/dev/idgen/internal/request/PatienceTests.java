package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PatienceTests {

    private static final Duration MOST = Duration.ofSeconds(5);

    private final ManualTime time = new ManualTime();
    private final long begun = time.nanoTime();

    /** Is done at a given time; those who wait for it are run again no sooner than a given time after they began. */
    private final class Outcome extends CompletableFuture<String> {

        private final Duration doneAt;
        private final Duration shortest;

        Outcome(Duration doneAt, Duration shortest) {
            this.doneAt = doneAt;
            this.shortest = shortest;
        }

        @Override
        public String get(long timeout, TimeUnit unit) throws TimeoutException {
            if (passed().compareTo(doneAt) >= 0) {
                return "done";
            }
            if (timeout > 0) {
                time.advance(Duration.ofNanos(Math.max(unit.toNanos(timeout), shortest.toNanos())));
            }
            throw new TimeoutException();
        }
    }

    private Duration passed() {
        return Duration.ofNanos(time.nanoTime() - begun);
    }

    @Test
    void processThatRunsWaitsByTheClock() throws Exception {
        assertThat(new Patience(MOST).await(new Outcome(Duration.ofDays(1), Duration.ZERO)))
                .isFalse();
        assertThat(passed()).isEqualTo(MOST);
    }

    @Test
    void processThatRunsForAPartOfEachPeriodWaitsLonger() throws Exception {
        assertThat(new Patience(MOST).await(new Outcome(MOST.multipliedBy(3), Duration.ofMillis(100))))
                .isTrue();
        assertThat(passed()).isEqualTo(MOST.multipliedBy(3));
    }

    @Test
    void patienceThatIsUsedUpLooksOnce() throws Exception {
        Patience patience = new Patience(MOST);
        assertThat(patience.await(new Outcome(Duration.ofDays(1), Duration.ZERO)))
                .isFalse();
        assertThat(patience.await(new Outcome(Duration.ofDays(1), Duration.ZERO)))
                .isFalse();
        assertThat(passed()).isEqualTo(MOST);
        assertThat(patience.await(new Outcome(MOST, Duration.ZERO))).isTrue();
    }

    @Test
    void failureEndsTheWait() throws Exception {
        assertThat(new Patience(MOST).await(CompletableFuture.failedFuture(new IllegalStateException())))
                .isFalse();
    }
}
