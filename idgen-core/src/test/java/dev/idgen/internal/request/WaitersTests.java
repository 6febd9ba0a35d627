package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitersTests {

    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofMillis(500);

    private final Thing thing = new Thing();

    static final class Thing implements Waiters.Wanted<String> {

        volatile @Nullable String there;

        @Override
        public @Nullable String take() {
            return there;
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        @Override
        public RuntimeException refusal(long begun) {
            return new IllegalStateException("refused");
        }

        @Override
        public RuntimeException interrupted(long begun) {
            return new IllegalStateException("interrupted");
        }
    }

    @Test
    void asynchronousCallerWaitsLongerBeforeTheFirstOutcome() {
        ManualTime time = new ManualTime();
        Waiters waiters = new Waiters(time, START);
        assertThat(longestWait(waiters, MOST)).isEqualTo(START.plus(MOST));
        time.advance(Duration.ofSeconds(50));
        assertThat(longestWait(waiters, MOST)).isEqualTo(Duration.ofSeconds(10).plus(MOST));
        time.advance(Duration.ofSeconds(50));
        assertThat(longestWait(waiters, MOST)).isEqualTo(MOST);

        Waiters afterAnOutcome = new Waiters(time, START);
        afterAnOutcome.noteOutcome();
        assertThat(longestWait(afterAnOutcome, MOST)).isEqualTo(MOST);
    }

    @Test
    void callerWhoDoesNotWaitIsRefusedBeforeTheFirstOutcome() {
        Waiters waiters = new Waiters(new ManualTime(), START);
        assertThat(longestWait(waiters, Duration.ZERO)).isZero();
        assertThatIllegalStateException()
                .isThrownBy(() -> waiters.await(thing, new ManualTime().nanoTime()))
                .withMessage("refused");
    }

    @Test
    void blockedCallersTimeBeginsWithTheFirstOutcome() throws Exception {
        ManualTime time = new ManualTime();
        Waiters waiters = new Waiters(time, START);
        FutureTask<String> caller = new FutureTask<>(() -> waiters.await(thing, time.nanoTime() + 1));
        Thread thread = new Thread(caller);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(caller.isDone()).as("refused before the first outcome").isFalse();
            Thread.onSpinWait();
        }
        time.advance(START.dividedBy(2));
        thing.there = "thing";
        waiters.noteOutcome();
        assertThat(caller.get(START.toSeconds(), TimeUnit.SECONDS)).isEqualTo("thing");
    }

    private Duration longestWait(Waiters waiters, Duration most) {
        List<Duration> waits = new ArrayList<>();
        waiters.awaitAsync(
                thing,
                most,
                (task, nanos) -> {
                    waits.add(Duration.ofNanos(nanos));
                    return CompletableFuture.completedFuture(null);
                },
                Runnable::run);
        assertThat(waits).hasSize(1);
        return waits.get(0);
    }
}
