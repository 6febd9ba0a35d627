package dev.idgen.internal.request;

import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The planner's thread, and requests to the store whose outcome is reported on it. After {@link #close}, nothing runs.
 * Thread-safe.
 */
public final class Requests {

    /** Receives the answer to a request, on the planner's thread. */
    public interface Arrival<T> {

        /**
         * The store has answered.
         *
         * @param requestedAt monotonic nanoseconds before the request was sent
         * @param late whether the request was already reported as failed
         */
        void of(T answer, long requestedAt, boolean late);
    }

    /**
     * The first requests wait for a connection and run cold code. On a tenth of a core that takes more than ten
     * seconds. A server that refuses the connection, or does not greet, fails them much sooner.
     */
    public static final Duration FIRST_TIMEOUT = Duration.ofSeconds(20);

    private final ScheduledExecutorService executor;
    private final Duration settledTimeout;
    private final Duration firstTimeout;
    private final TimeSource time;
    private final Consumer<Throwable> broken;
    private final RequestTimes times;
    private volatile boolean warm;
    private volatile boolean closed;

    /**
     * @param executor of one thread, see {@link TimeSource#planner}
     * @param timeout of a request, once the connection has worked
     * @param broken receives unexpected failures of tasks
     */
    public Requests(ScheduledExecutorService executor, Duration timeout, TimeSource time, Consumer<Throwable> broken) {
        this.executor = executor;
        this.settledTimeout = timeout;
        this.firstTimeout = timeout.compareTo(FIRST_TIMEOUT) > 0 ? timeout : FIRST_TIMEOUT;
        this.time = time;
        this.broken = broken;
        this.times = new RequestTimes(time);
    }

    /** Notes that a request has worked. From now on, each request must be answered within its timeout. */
    public void connectionWorks() {
        warm = true;
    }

    /** How long a request may take. */
    public Duration timeout() {
        return warm ? settledTimeout : firstTimeout;
    }

    /**
     * Sends a request, and reports exactly one of answer and failure. It may also report an answer after the timeout,
     * because a late lease is still a lease.
     *
     * @param failed receives the failure or timeout. It is unknown then what the store did
     */
    public <T> void send(
            Supplier<? extends CompletionStage<T>> call, Arrival<? super T> arrived, Consumer<Throwable> failed) {
        long requestedAt = time.nanoTime();
        Duration timeout = timeout();
        AtomicBoolean open = new AtomicBoolean(true);
        Future<?> giveUp = schedule(
                () -> {
                    if (open.getAndSet(false)) {
                        Throwable failure = new TimeoutException("no answer within " + timeout.toMillis() + " ms");
                        times.ended(failure, requestedAt);
                        failed.accept(failure);
                    }
                },
                timeout.toNanos());
        start(call)
                .whenComplete((answer, failure) -> execute(() -> {
                    giveUp.cancel(false);
                    boolean late = !open.getAndSet(false);
                    if (!late) {
                        times.ended(failure == null ? null : unwrap(failure), requestedAt);
                    }
                    if (failure == null) {
                        arrived.of(answer, requestedAt, late);
                    } else if (!late) {
                        failed.accept(unwrap(failure));
                    }
                }));
    }

    private static <T> CompletionStage<T> start(Supplier<? extends CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException | VirtualMachineError e) { // for example if the system allows no more threads
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The failure itself, if a stage wrapped it. */
    public static Throwable unwrap(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /**
     * Sends a request and blocks until it is answered, at most for the timeout.
     *
     * @return whether it was answered; if not, it is unknown what the store did
     */
    public <T> boolean await(Supplier<? extends CompletionStage<T>> call) {
        return await(call, settledTimeout);
    }

    /**
     * Sends a request and blocks until it is answered, at most for a given time; otherwise like
     * {@link #await(Supplier)}.
     */
    public <T> boolean await(Supplier<? extends CompletionStage<T>> call, Duration most) {
        try {
            start(call).toCompletableFuture().get(most.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Not answered
        }
        return false;
    }

    /** Runs a task on the planner's thread. False if that thread has ended. */
    public boolean execute(Runnable task) {
        try {
            executor.execute(guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Runs a task on the planner's thread later, unless that thread ends before. */
    public Future<?> schedule(Runnable task, long nanos) {
        try {
            return executor.schedule(guarded(task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Runs a task on the planner's thread repeatedly, with a pause after each run. */
    public void repeat(Runnable task, long nanos) {
        executor.scheduleWithFixedDelay(guarded(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** A task that fails unexpectedly must not stop the repetition. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                try {
                    broken.accept(e);
                } catch (VirtualMachineError unreported) {
                    // Without memory, not even this can be logged.
                }
            }
        };
    }

    /** How many requests there were, and how long they took. */
    public List<Measure> measures() {
        return times.measures();
    }

    /** Ends the planner's thread. */
    public void close() {
        closed = true;
        executor.shutdownNow();
    }

    public boolean isClosed() {
        return closed;
    }
}
