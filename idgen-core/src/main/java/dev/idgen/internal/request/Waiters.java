package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers wait, each until its deadline, for what a planner brings. Blocking and asynchronous callers follow one
 * rule: whoever finds nothing waits for the next arrival and looks again; when the deadline has passed, once more,
 * since on a busy machine others may have used up each arrival; and is told then why there is nothing. Thread-safe.
 */
/*
 * A caller notes the next arrival, looks, and only then waits for it, so that one in between is not missed:
 *   noted before looking  =>  what is brought after the look completes what was noted.
 */
public final class Waiters {

    /**
     * Completes futures that are not complete when the caller gets them, and runs what the caller has attached to them:
     * the common pool, or a thread for each task where that pool has no thread. Not left to {@link CompletableFuture},
     * which begins a thread for each task on a machine with two processors, too: a burst of callers that wait would
     * begin thousands.
     */
    public static final Executor CALLBACKS =
            Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) > 0
                    ? ForkJoinPool.commonPool()
                    : new CompletableFuture<Void>().defaultExecutor();

    private final TimeSource time;
    private final long startEnd;
    private final CompletableFuture<Void> outcome = new CompletableFuture<>();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());
    private final LongAdder waiting = new LongAdder();

    /** The thing that a caller waits for. Any thread. */
    public interface Wanted<T> {

        /** Takes it if it is there. Keeps nothing if it returns null or throws. */
        @Nullable
        T take();

        /** Whether waiting is of no use. */
        boolean isFinal();

        /**
         * The exception for a caller that got nothing.
         *
         * @param begun monotonic nanoseconds when the caller came
         */
        RuntimeException refusal(long begun);

        /** The exception for a caller whose thread was interrupted. */
        RuntimeException interrupted(long begun);
    }

    /** Runs tasks later, unless it ends before. */
    public interface Timer {

        Future<?> schedule(Runnable task, long nanos);
    }

    /** Callers wait no longer at the start than later. */
    public Waiters(TimeSource time) {
        this(time, Duration.ZERO);
        noteOutcome();
    }

    /** @param start for how long from now on a wait begins with the first outcome only, which takes a connection */
    public Waiters(TimeSource time, Duration start) {
        this.time = time;
        this.startEnd = time.nanoTime() + start.toNanos();
    }

    /** Something has arrived for the first time, or failed to. */
    public void noteOutcome() {
        outcome.complete(null);
    }

    /** Waits for the first outcome, at most for a given time. The thread's interrupt flag stays set. */
    public void awaitOutcome(Duration most) {
        try {
            outcome.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Not known yet: the callers' own deadlines take over.
        }
    }

    /** How much longer than otherwise a caller that comes now may wait. */
    private long startLeft(long nanoTime) {
        return outcome.isDone() ? 0 : Math.max(0, startEnd - nanoTime);
    }

    /** Lets all who wait look again: something has arrived, or there is no use in waiting any longer. */
    public void wakeAll() {
        Objects.requireNonNull(next.getAndSet(new CompletableFuture<>())).complete(null);
    }

    /** How many callers wait. */
    public long waiting() {
        return waiting.sum();
    }

    /**
     * Blocks until what is wanted is there.
     *
     * @param deadline monotonic nanoseconds
     * @throws RuntimeException what {@link Wanted} says a caller is told
     */
    public <T> T await(Wanted<T> wanted, long deadline) {
        long begun = time.nanoTime();
        waiting.increment();
        try {
            T taken = look(wanted, deadline > begun ? deadline + awaitStart(begun) : deadline);
            if (taken == null) {
                throw wanted.refusal(begun);
            }
            return taken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw wanted.interrupted(begun);
        } finally {
            waiting.decrement();
        }
    }

    /** Waits for the first outcome while that may take long, and returns for how long it did, in nanoseconds. */
    private long awaitStart(long begun) throws InterruptedException {
        try {
            outcome.get(startLeft(begun), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Then it is not waited for any longer.
        }
        return time.nanoTime() - begun;
    }

    private <T> @Nullable T look(Wanted<T> wanted, long deadline) throws InterruptedException {
        boolean expired = false;
        for (; ; ) {
            CompletableFuture<Void> arrival = nextArrival();
            T taken = wanted.take();
            long left = deadline - time.nanoTime();
            if (taken != null || expired || left <= 0 || wanted.isFinal()) {
                return taken;
            }
            try {
                arrival.get(left, TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                expired = true;
            }
        }
    }

    private CompletableFuture<Void> nextArrival() {
        return Objects.requireNonNull(next.get());
    }

    /**
     * Waits without blocking the caller.
     *
     * @param timer ends the wait
     * @param callbacks where the result is completed, and what the caller has attached to it is run
     */
    public <T> CompletableFuture<T> awaitAsync(Wanted<T> wanted, Duration most, Timer timer, Executor callbacks) {
        Waiting<T> caller = new Waiting<>(wanted, callbacks, time.nanoTime());
        caller.look();
        if (!caller.result.isDone()) {
            waiting.increment();
            long wait = most.isZero() ? 0 : most.toNanos() + startLeft(caller.begun);
            Future<?> timeout = timer.schedule(() -> callbacks.execute(caller::end), wait);
            caller.result.whenComplete((taken, failure) -> {
                waiting.decrement();
                timeout.cancel(false);
            });
            if (wanted.isFinal()) {
                caller.end(); // nobody may be there any more to keep the time
            }
        }
        return caller.result;
    }

    /** A caller that does not block. */
    private final class Waiting<T> {

        private final Wanted<T> wanted;
        private final Executor callbacks;
        private final long begun;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        Waiting(Wanted<T> wanted, Executor callbacks, long begun) {
            this.wanted = wanted;
            this.callbacks = callbacks;
            this.begun = begun;
        }

        void look() {
            CompletableFuture<Void> arrival = nextArrival();
            if (result.isDone() || take()) {
                return;
            }
            if (wanted.isFinal()) {
                result.completeExceptionally(wanted.refusal(begun));
            } else {
                arrival.thenRunAsync(this::look, callbacks);
            }
        }

        void end() {
            if (!result.isDone() && !take()) {
                result.completeExceptionally(wanted.refusal(begun));
            }
        }

        private boolean take() {
            T taken;
            try {
                taken = wanted.take();
            } catch (RuntimeException | Error e) {
                return result.completeExceptionally(e);
            }
            return taken != null && result.complete(taken);
        }
    }
}
