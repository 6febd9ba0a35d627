package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitersTests {

    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofMillis(500);

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final Waiters waiters = new Waiters(time, START);
    private final Thing thing = new Thing();

    static final class Thing implements Waiters.Refusals {

        volatile @Nullable String there;

        /** After how many looks it is there. */
        private int looks;

        private boolean near;
        private boolean last;

        @Nullable
        String take() {
            return looks > 0 && --looks == 0 ? "thing" : there;
        }

        /** Finds nothing, and then the last thing arrives. */
        @Nullable
        String takeBeforeTheLastArrives() {
            String taken = there;
            there = "thing";
            last = true;
            return taken;
        }

        @Override
        public boolean isNear() {
            return near;
        }

        @Override
        public boolean isFinal() {
            return last;
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
        assertThat(longestWait(waiters, MOST)).isEqualTo(START.plus(MOST));
        assertThat(longestWait(waiters, MOST)).as("startup is over").isEqualTo(MOST);

        Waiters later = new Waiters(time, START);
        scheduler.run(Duration.ofSeconds(50));
        assertThat(longestWait(later, MOST)).isEqualTo(Duration.ofSeconds(10).plus(MOST));

        Waiters afterAnOutcome = new Waiters(time, START);
        afterAnOutcome.noteOutcome();
        assertThat(longestWait(afterAnOutcome, MOST)).isEqualTo(MOST);
    }

    /** As a blocked caller's does. */
    @Test
    void asynchronousCallersTimeBeginsWithTheFirstOutcome() {
        Duration firstOutcome = Duration.ofMillis(300);
        scheduler.schedule(waiters::noteOutcome, firstOutcome.toNanos(), TimeUnit.NANOSECONDS);
        assertThat(longestWait(waiters, MOST)).isEqualTo(firstOutcome.plus(MOST));
    }

    @Test
    void callerWhoDoesNotWaitIsRefusedBeforeTheFirstOutcome() {
        assertThat(longestWait(waiters, Duration.ZERO)).isZero();
        assertThat(longestWait(waiters, Duration.ofMillis(-1))).isZero();
        assertThatIllegalStateException()
                .isThrownBy(() -> waiters.await(thing::take, thing, time.nanoTime()))
                .withMessage("refused");
    }

    @Test
    void blockedCallersTimeBeginsWithTheFirstOutcome() throws Exception {
        FutureTask<String> caller = new FutureTask<>(() -> waiters.await(thing::take, thing, time.nanoTime() + 1));
        Thread thread = new Thread(caller);
        thread.start();
        Wait.until("the caller to wait", () -> {
            assertThat(caller.isDone()).as("refused before the first outcome").isFalse();
            return thread.getState() == Thread.State.TIMED_WAITING;
        });
        time.advance(START.dividedBy(2));
        thing.there = "thing";
        waiters.noteOutcome();
        assertThat(caller.get(START.toSeconds(), TimeUnit.SECONDS)).isEqualTo("thing");
    }

    /** Forbids: a caller finds nothing, the last thing arrives, nothing more will, and the caller is refused. */
    @Test
    void lastThingThatArrivesDuringALookIsTaken() {
        waiters.noteOutcome();
        long deadlineNanos = time.nanoTime() + MOST.toNanos();
        Supplier<@Nullable String> look = () -> {
            String taken = thing.takeBeforeTheLastArrives();
            waiters.wakeAll();
            return taken;
        };
        assertThat(waiters.await(look, thing, deadlineNanos)).isEqualTo("thing");
        thing.there = null;
        thing.last = false;
        assertThat(waiters.awaitAsync(
                        look,
                        thing,
                        MOST,
                        (task, nanos) -> scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS),
                        Runnable::run))
                .isCompletedWithValue("thing");
    }

    @Test
    void awaitWhenTheThingIsNearTriesAFewTimesMoreAfterTheDeadline() {
        waiters.noteOutcome();
        thing.near = true;
        thing.looks = 10;
        assertThat(waiters.await(thing::take, thing, time.nanoTime() + 1)).isEqualTo("thing");
        thing.looks = 100;
        assertThatIllegalStateException()
                .isThrownBy(() -> waiters.await(thing::take, thing, time.nanoTime() + 1))
                .withMessage("refused");
        thing.looks = 2;
        assertThatIllegalStateException()
                .as("without a wait")
                .isThrownBy(() -> waiters.await(thing::take, thing, time.nanoTime()))
                .withMessage("refused");
    }

    private Duration longestWait(Waiters callers, Duration most) {
        long begun = time.nanoTime();
        CompletableFuture<String> caller = callers.awaitAsync(
                thing::take,
                thing,
                most,
                (task, nanos) -> scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS),
                Runnable::run);
        scheduler.runDue();
        while (!caller.isDone()) {
            scheduler.run(Duration.ofMillis(1));
        }
        return Duration.ofNanos(time.nanoTime() - begun);
    }
}
