package dev.idgen.request;

import dev.idgen.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a driver that blocks, on a few daemon threads of its own; a caller does not wait for them. What the caller's
 * thread holds, a transaction for example, they know nothing of. The driver's own timeouts bound how long a thread is held.
 *
 * <p>A call fails rather than waits for ever: at once if too many wait already, and unsent if it has waited so long that
 * nobody waits for its answer any more.
 *
 * <p>Thread-safe.
 */
public final class BlockingCalls implements AutoCloseable {

    /** How long a call may wait for a thread. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int QUEUED = 1024;

    private final String name;
    private final TimeSource time;
    private final ExecutorService threads;
    private volatile boolean closed;

    /**
     * @param name prefix of the threads' names
     * @param most most calls at a time
     */
    public BlockingCalls(String name, int most, TimeSource time) {
        this.name = name;
        this.time = time;
        this.threads = DaemonThreads.pool(name, most, QUEUED);
    }

    /** Runs a task on one of the threads. The stage fails with what the task throws. */
    public <T> CompletionStage<T> call(Callable<? extends T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        long submittedAt = time.nanoTime();
        try {
            threads.execute(() -> run(task, submittedAt, outcome));
        } catch (RejectedExecutionException e) {
            outcome.completeExceptionally(unsent(closed ? "are closed" : "are busy and " + QUEUED + " calls wait", e));
        }
        return outcome;
    }

    private <T> void run(Callable<? extends T> task, long submittedAt, CompletableFuture<T> outcome) {
        try {
            if (closed) {
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
        closed = true;
        threads.shutdown();
    }
}
