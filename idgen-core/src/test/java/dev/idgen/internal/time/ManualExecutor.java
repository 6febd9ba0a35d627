package dev.idgen.internal.time;

import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What executors in logical time share: nothing waits, and a fixed rate is a fixed delay. */
abstract class ManualExecutor extends AbstractExecutorService implements ScheduledExecutorService {

    private boolean shutdown;

    final void refuseAfterShutdown() {
        if (shutdown) {
            throw new RejectedExecutionException("shut down");
        }
    }

    @Override
    public final ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return scheduleWithFixedDelay(task, delay, period, unit);
    }

    @Override
    public final void shutdown() {
        shutdown = true;
    }

    @Override
    public final boolean isShutdown() {
        return shutdown;
    }

    @Override
    public final boolean isTerminated() {
        return shutdown;
    }

    @Override
    public final boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }
}
