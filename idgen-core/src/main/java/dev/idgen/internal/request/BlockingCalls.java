package dev.idgen.internal.request;

import dev.idgen.internal.monitor.Restartable;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of a driver that blocks, on a few daemon threads of its own; a caller does not wait for them. They know nothing
 * of what the caller's thread holds, a transaction for example. The driver's own timeouts bound how long a thread is
 * held.
 *
 * <p>A call fails rather than waits for ever: at once if too many wait already, and unsent if it has waited so long
 * that no caller waits for its answer any more.
 *
 * <p>Thread-safe.
 */
public final class BlockingCalls implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(BlockingCalls.class);

    /** How long a call may wait for a thread. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int QUEUED = 1024;

    private final String name;
    private final TimeSource time;
    private final Restartable<ExecutorService> threads;

    /**
     * @param name prefix of the threads' names
     * @param most most calls at a time
     */
    public BlockingCalls(String name, int most, TimeSource time) {
        this.name = name;
        this.time = time;
        this.threads = new Restartable<>(
                () -> DaemonThreads.pool(name, most, QUEUED), pool -> List.of(), ExecutorService::shutdown);
    }

    /** Runs a task on one of the threads. The stage fails with what the task throws. */
    public <T> CompletionStage<T> call(Callable<? extends T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        long submittedAt = time.nanoTime();
        ExecutorService own = threads.running();
        if (own == null) {
            outcome.completeExceptionally(unsent("are closed", null));
            return outcome;
        }
        try {
            own.execute(() -> run(own, task, submittedAt, outcome));
        } catch (RejectedExecutionException e) {
            outcome.completeExceptionally(
                    unsent(threads.running() == own ? "are busy and " + QUEUED + " calls wait" : "are closed", e));
        }
        return outcome;
    }

    private <T> void run(
            ExecutorService own, Callable<? extends T> task, long submittedAt, CompletableFuture<T> outcome) {
        try {
            if (threads.running() != own) {
                throw unsent("are closed", null);
            }
            if (time.nanoTime() - submittedAt > PATIENCE.toNanos()) {
                throw unsent("have been busy for " + PATIENCE.toSeconds() + " s", null);
            }
            outcome.complete(task.call());
        } catch (Throwable e) {
            outcome.completeExceptionally(e);
        }
    }

    private RejectedExecutionException unsent(String why, @Nullable Throwable cause) {
        return new RejectedExecutionException("the threads '" + name + "' " + why, cause);
    }

    /** Takes no further calls; what waits fails, and what runs goes on to its end. */
    @Override
    public void close() {
        threads.stop();
    }

    /** Closes it, and waits a few seconds for what runs. For one thread at a time, as {@link #start}. */
    public void stop() {
        ExecutorService ended = threads.running();
        close();
        try {
            if (ended != null && !ended.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("calls on the threads '{}' take long and are still running", name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes calls again, on new threads. Calls that waited before are not among them. */
    public void start() {
        threads.start();
    }
}
