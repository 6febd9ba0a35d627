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
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers wait, each until its deadline, for what a planner brings. Blocking and asynchronous callers follow one
 * rule. A caller that finds nothing waits for the next arrival and looks again. After its deadline it looks once more,
 * because on a busy machine others may have taken each arrival. If it still finds nothing, it gets an exception that
 * says why. Thread-safe.
 */
/*
 * A caller notes the next arrival, looks, and only then waits. So it does not miss an arrival in between: noted before
 * looking => an arrival after the look completes what was noted.
 */
public final class Waiters {

    /**
     * Completes futures that were incomplete when the caller got them, and runs the actions that callers attached. It
     * is the common pool, or a new thread per task if that pool has no threads. On two processors, older versions of
     * {@link CompletableFuture} start a thread per task wherever they are given the pool itself, so a burst of waiting
     * callers would start thousands.
     */
    public static final Executor CALLBACKS =
            Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) > 0
                    ? task -> ForkJoinPool.commonPool().execute(task)
                    : new CompletableFuture<Void>().defaultExecutor();

    /** How often a caller tries after its deadline. If many threads share few processors, each try comes late. */
    private static final int MOST_LATE_TRIES = 20;

    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final TimeSource time;
    private final long startEnd;
    private final CompletableFuture<Void> outcome = new CompletableFuture<>();
    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());
    private final LongAdder waiting = new LongAdder();

    /** When waiting ends without what a caller wants, and what the caller is told. Any thread calls its methods. */
    public interface Refusals {

        /** Whether waiting is useless. */
        boolean isFinal();

        /** Whether it comes in a moment, so that a blocking caller tries a few times more after its deadline. */
        default boolean isNear() {
            return false;
        }

        /**
         * The exception for a caller that got nothing.
         *
         * @param begun when the call began, in monotonic nanoseconds
         */
        RuntimeException refusal(long begun);

        /** The exception for a caller whose thread was interrupted. */
        RuntimeException interrupted(long begun);
    }

    /** Runs tasks later, unless it ends before. */
    public interface Timer {

        Future<?> schedule(Runnable task, long nanos);
    }

    /** Callers wait no longer at startup than later. */
    public Waiters(TimeSource time) {
        this(time, Duration.ZERO);
        noteOutcome();
    }

    /**
     * @param start until this much time has passed, a call's deadline starts only with the first outcome, because that
     *     takes a connection
     */
    public Waiters(TimeSource time, Duration start) {
        this.time = time;
        this.startEnd = time.nanoTime() + start.toNanos();
    }

    /**
     * A future of what a function makes of another's result. It fails with the other's exception itself, which a stage
     * would wrap, and a caller that cancels it cancels the other.
     */
    public static <T, R> CompletableFuture<R> mapped(
            CompletableFuture<T> original, Function<? super T, ? extends R> function) {
        CompletableFuture<R> mapped = new CompletableFuture<>();
        mapped.whenComplete((result, failure) -> {
            if (mapped.isCancelled()) {
                original.cancel(false);
            }
        });
        original.whenComplete((result, failure) -> {
            if (failure != null) {
                mapped.completeExceptionally(Requests.unwrap(failure));
                return;
            }
            try {
                mapped.complete(function.apply(result));
            } catch (RuntimeException | Error e) {
                mapped.completeExceptionally(e);
            }
        });
        return mapped;
    }

    /** Notes the first arrival or failure. */
    public void noteOutcome() {
        outcome.complete(null);
    }

    /** Waits for the first outcome, at most for a given time. If the thread is interrupted, its flag stays set. */
    public void awaitOutcome(Duration most) {
        try {
            outcome.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // No outcome yet: the callers' own deadlines apply.
        }
    }

    /** How much longer than usual a new caller may wait, in nanoseconds. */
    private long startLeft(long nanoTime) {
        return outcome.isDone() ? 0 : Math.max(0, startEnd - nanoTime);
    }

    /** Makes all waiting callers look again: something has arrived, or waiting has become useless. */
    public void wakeAll() {
        Objects.requireNonNull(next.getAndSet(new CompletableFuture<>())).complete(null);
    }

    /** How many callers are waiting. */
    public long waiting() {
        return waiting.sum();
    }

    /**
     * Blocks until the wanted thing is there.
     *
     * @param wanted takes the thing if it is there, else returns null; keeps nothing if it returns null or throws
     * @param deadline in monotonic nanoseconds
     * @throws RuntimeException the exceptions of the refusals
     */
    public <T> T await(Supplier<? extends @Nullable T> wanted, Refusals refusals, long deadline) {
        long begun = time.nanoTime();
        waiting.increment();
        try {
            T taken = look(wanted, refusals, deadline > begun ? deadline + awaitStart(begun) : deadline);
            if (taken == null) {
                throw refusals.refusal(begun);
            }
            return taken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refusals.interrupted(begun);
        } finally {
            waiting.decrement();
        }
    }

    /** Waits for the first outcome during startup. Returns how long that took, in nanoseconds. */
    private long awaitStart(long begun) throws InterruptedException {
        try {
            outcome.get(startLeft(begun), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Startup is over.
        }
        return time.nanoTime() - begun;
    }

    private <T> @Nullable T look(Supplier<? extends @Nullable T> wanted, Refusals refusals, long deadline)
            throws InterruptedException {
        int tries = deadline - time.nanoTime() > 0 ? MOST_LATE_TRIES : 0;
        boolean expired = false;
        for (; ; ) {
            CompletableFuture<Void> arrival = nextArrival();
            boolean isFinal = refusals.isFinal(); // before the look, because the last thing may arrive in between
            T taken = wanted.get();
            long left = expired ? 0 : deadline - time.nanoTime();
            boolean isLate = left <= 0 && (tries-- <= 0 || !refusals.isNear());
            if (taken != null || isLate || isFinal) {
                return taken;
            }
            try {
                arrival.get(Math.max(left, LATE_NANOS), TimeUnit.NANOSECONDS);
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
     * @param callbacks completes the result and runs the actions that the caller attached
     */
    public <T> CompletableFuture<T> awaitAsync(
            Supplier<? extends @Nullable T> wanted, Refusals refusals, Duration most, Timer timer, Executor callbacks) {
        Waiting<T> caller = new Waiting<>(wanted, refusals, callbacks, time.nanoTime());
        caller.look();
        if (!caller.result.isDone()) {
            waiting.increment();
            caller.result.whenComplete((taken, failure) -> waiting.decrement());
            long start = most.toNanos() > 0 ? startLeft(caller.begun) : 0;
            started(start, timer).thenRun(() -> caller.endAfter(most.toNanos(), timer));
            if (refusals.isFinal()) {
                caller.end(); // the timer may have ended already
            }
        }
        return caller.result;
    }

    /** Completes with the first outcome, at the latest when startup is over. */
    private CompletableFuture<?> started(long startLeft, Timer timer) {
        if (startLeft == 0) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> over = new CompletableFuture<>();
        Future<?> end = timer.schedule(() -> over.complete(null), startLeft);
        outcome.thenRun(() -> end.cancel(false));
        return CompletableFuture.anyOf(outcome, over);
    }

    /** A caller that does not block. */
    private final class Waiting<T> {

        private final Supplier<? extends @Nullable T> wanted;
        private final Refusals refusals;
        private final Executor callbacks;
        private final long begun;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        Waiting(Supplier<? extends @Nullable T> wanted, Refusals refusals, Executor callbacks, long begun) {
            this.wanted = wanted;
            this.refusals = refusals;
            this.callbacks = callbacks;
            this.begun = begun;
        }

        void look() {
            CompletableFuture<Void> arrival = nextArrival();
            boolean isFinal = refusals.isFinal();
            if (result.isDone() || take()) {
                return;
            }
            if (isFinal) {
                result.completeExceptionally(refusals.refusal(begun));
            } else {
                arrival.thenRunAsync(this::look, callbacks);
            }
        }

        void endAfter(long nanos, Timer timer) {
            Future<?> timeout = timer.schedule(() -> callbacks.execute(this::end), nanos);
            result.whenComplete((taken, failure) -> timeout.cancel(false));
        }

        void end() {
            if (!result.isDone() && !take()) {
                result.completeExceptionally(refusals.refusal(begun));
            }
        }

        private boolean take() {
            T taken;
            try {
                taken = wanted.get();
            } catch (RuntimeException | Error e) {
                return result.completeExceptionally(e);
            }
            return taken != null && result.complete(taken);
        }
    }
}
