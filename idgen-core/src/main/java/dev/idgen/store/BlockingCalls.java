package dev.idgen.store;

import dev.idgen.internal.monitor.Restartable;
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
 * Runs the calls of a blocking driver on its own few daemon threads, so callers do not wait. These threads do not see
 * what belongs to the caller's thread, for example its transaction. The driver's timeouts limit how long a call holds a
 * thread.
 *
 * <p>A call never waits forever. It fails at once if too many calls are queued. It fails unsent if it was queued for so
 * long that no caller waits for its answer.
 *
 * <p>Thread-safe.
 */
public final class BlockingCalls implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(BlockingCalls.class);

    /** The longest time that a call may be queued. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int QUEUED = 1024;

    private final String name;
    private final Clocks time;
    private final Restartable<ExecutorService> threads;

    /**
     * @param name prefix of the threads' names
     * @param most the most calls that run at once
     */
    public BlockingCalls(String name, int most, Clocks time) {
        this.name = name;
        this.time = time;
        this.threads = new Restartable<>(
                () -> DaemonThreads.pool(name, most, QUEUED), pool -> List.of(), ExecutorService::shutdown);
    }

    /** Runs a task on one of the threads. The stage fails with whatever the task throws. */
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

    /** Rejects further calls. Queued calls fail; running calls finish. */
    @Override
    public void close() {
        threads.stop();
    }

    /**
     * Closes the threads, and waits a few seconds for running calls. Call this and {@link #start} from one thread at a
     * time.
     */
    public void stop() {
        ExecutorService ended = threads.running();
        close();
        try {
            if (ended != null && !ended.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("calls on the threads '{}' are slow and still running", name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Accepts calls again, on new threads. Calls that were queued before do not run. */
    public void start() {
        threads.start();
    }
}
