package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers wait, each until its deadline, for what a planner brings. Blocking and asynchronous callers follow one rule: whoever
 * finds nothing waits for the next arrival and looks again; when the deadline has passed, once more, since on a busy machine others
 * may have used up each arrival; and is told then why there is nothing. Thread-safe.
 */
/*
 * A caller notes the next arrival, looks, and only then waits for it, so that one in between is not missed:
 *   noted before looking  =>  what is brought after the look completes what was noted.
 */
public final class Waiters {

    private final TimeSource time;
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

    public Waiters(TimeSource time) {
        this.time = time;
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
            T taken = look(wanted::take, wanted::isFinal, deadline);
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

    /** Blocks until a condition is met, for a given time at the most, and returns whether it is. The thread's interrupt flag stays set. */
    public boolean awaitUntil(BooleanSupplier condition, Duration most) {
        try {
            Boolean met = look(
                    () -> condition.getAsBoolean() ? Boolean.TRUE : null,
                    () -> false,
                    time.nanoTime() + most.toNanos());
            return met != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T> @Nullable T look(Supplier<? extends @Nullable T> take, BooleanSupplier isFinal, long deadline)
            throws InterruptedException {
        boolean expired = false;
        for (; ; ) {
            CompletableFuture<Void> arrival = nextArrival();
            T taken = take.get();
            long left = deadline - time.nanoTime();
            if (taken != null || expired || left <= 0 || isFinal.getAsBoolean()) {
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
            Future<?> timeout = timer.schedule(() -> callbacks.execute(caller::end), most.toNanos());
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
