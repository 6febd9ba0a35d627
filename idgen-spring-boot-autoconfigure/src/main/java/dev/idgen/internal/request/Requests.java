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
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The planner's thread, and requests to the store whose outcome is reported there. After {@link #close} nothing runs any
 * more. Thread-safe.
 */
public final class Requests {

    /** Handles the outcome of a request. Called on the planner's thread. */
    public interface Answer<T> {

        /**
         * The store has answered.
         *
         * @param requestedAt monotonic nanoseconds before the request was sent
         * @param late whether the request has been reported as failed before
         */
        void arrived(T reply, long requestedAt, boolean late);

        /** The request failed or was not answered in time; what the store did is not known. */
        void failed(Throwable failure, long requestedAt);
    }

    /** The first requests wait for a connection, and for code that runs for the first time: see {@link Patience}. */
    public static final Duration FIRST_TIMEOUT = Duration.ofSeconds(5);

    private final ScheduledExecutorService executor;
    private final Duration settledTimeout;
    private final Duration firstTimeout;
    private final TimeSource time;
    private final Consumer<Throwable> broken;
    private final RequestTimes times;
    private final RunningTime running;
    private volatile boolean warm;
    private volatile boolean closed;

    /**
     * @param executor of one thread, see {@link #plannerThread}
     * @param timeout of a request, once the connection is known to work
     * @param broken told of tasks that fail unexpectedly
     */
    public Requests(ScheduledExecutorService executor, Duration timeout, TimeSource time, Consumer<Throwable> broken) {
        this.executor = executor;
        this.settledTimeout = timeout;
        this.firstTimeout = timeout.compareTo(FIRST_TIMEOUT) > 0 ? timeout : FIRST_TIMEOUT;
        this.time = time;
        this.broken = broken;
        this.times = new RequestTimes(time);
        this.running = new RunningTime(this::schedule);
    }

    /** One daemon thread with a given name. */
    public static ScheduledExecutorService plannerThread(String threadName) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** Requests have worked, so that from now on each is expected within its timeout. */
    public void connectionWorks() {
        warm = true;
    }

    /**
     * Sends a request and sees that exactly one of answer, failure and timeout is reported, and possibly an answer after
     * the timeout: a lease that comes late is as good as any other.
     */
    public <T> void send(Supplier<? extends CompletionStage<T>> call, Answer<? super T> answer) {
        new Sent<T>(answer).send(call);
    }

    /** A request that is open until its outcome has been reported. */
    private final class Sent<T> {

        private final Answer<? super T> answer;
        private final long requestedAt = time.nanoTime();
        private final boolean first = !warm;
        private final long runningAt = running.nanos();
        private final AtomicBoolean open = new AtomicBoolean(true);

        Sent(Answer<? super T> answer) {
            this.answer = answer;
        }

        void send(Supplier<? extends CompletionStage<T>> call) {
            if (first) {
                running.begin();
            }
            Future<?> giveUp = schedule(this::giveUp, (first ? firstTimeout : settledTimeout).toNanos());
            start(call)
                    .whenComplete((reply, failure) -> execute(() -> {
                        giveUp.cancel(false);
                        end(reply, failure);
                    }));
        }

        /** It is due by the clock. If it is one of the first, it goes on for as long as this process did not run in between. */
        private void giveUp() {
            long left = first ? firstTimeout.toNanos() - (running.nanos() - runningAt) : 0;
            if (left > Patience.PAUSE_NANOS && open.get()) {
                schedule(this::giveUp, left);
            } else if (close()) {
                long waited = first ? time.nanoTime() - requestedAt : settledTimeout.toNanos();
                fail(new TimeoutException("no answer within " + TimeUnit.NANOSECONDS.toMillis(waited) + " ms"));
            }
        }

        private void end(T reply, @Nullable Throwable failure) {
            boolean late = !close();
            if (failure == null) {
                if (!late) {
                    times.ended(null, requestedAt);
                }
                answer.arrived(reply, requestedAt, late);
            } else if (!late) {
                fail(unwrap(failure));
            }
        }

        private void fail(Throwable failure) {
            times.ended(failure, requestedAt);
            answer.failed(failure, requestedAt);
        }

        private boolean close() {
            boolean was = open.getAndSet(false);
            if (was && first) {
                running.end();
            }
            return was;
        }
    }

    private static <T> CompletionStage<T> start(Supplier<? extends CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /**
     * Sends a request for which the calling thread waits, no longer than a request may take.
     *
     * @return whether it was answered; if not, what the store did is not known
     */
    public <T> boolean await(Supplier<? extends CompletionStage<T>> call) {
        return await(call, outcome -> {
            outcome.get(settledTimeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        });
    }

    /** Sends a request for which the calling thread waits while this process starts; otherwise like {@link #await(Supplier)}. */
    public <T> boolean await(Supplier<? extends CompletionStage<T>> call, Patience patience) {
        return await(call, patience::await);
    }

    /** Waits for an outcome, and returns whether it is an answer. */
    private interface Wait {

        boolean until(Future<?> outcome) throws InterruptedException, ExecutionException, TimeoutException;
    }

    private static <T> boolean await(Supplier<? extends CompletionStage<T>> call, Wait wait) {
        try {
            return wait.until(start(call).toCompletableFuture());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Not answered.
        }
        return false;
    }

    /** Runs a task on the planner's thread, and returns false if that has ended. */
    public boolean execute(Runnable task) {
        try {
            executor.execute(guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Runs a task on the planner's thread later, unless that ends before. */
    public Future<?> schedule(Runnable task, long nanos) {
        try {
            return executor.schedule(guarded(task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Runs a task on the planner's thread again and again, with pauses in between. */
    public void repeat(Runnable task, long nanos) {
        executor.scheduleWithFixedDelay(guarded(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** A task that fails unexpectedly must not end the ticking. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                broken.accept(e);
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
