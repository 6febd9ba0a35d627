package dev.idgen.internal.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One process's share of a {@link ManualScheduler}: it can be stopped and go on later, and ends without ending the others.
 */
public final class ManualPlanner extends ManualExecutor {

    private final ManualScheduler scheduler;
    private final List<Runnable> backlog = new ArrayList<>();
    private boolean paused;

    public ManualPlanner(ManualScheduler scheduler) {
        this.scheduler = scheduler;
    }

    public void pause() {
        paused = true;
    }

    /** What was due in between runs now. */
    public void resume() {
        paused = false;
        backlog.forEach(scheduler::execute);
        backlog.clear();
    }

    private Runnable guarded(Runnable task) {
        refuseAfterShutdown();
        return () -> {
            if (paused) {
                backlog.add(guarded(task));
            } else if (!isShutdown()) {
                task.run();
            }
        };
    }

    @Override
    public void execute(Runnable task) {
        scheduler.execute(guarded(task));
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return scheduler.schedule(guarded(task), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long period, TimeUnit unit) {
        return scheduler.scheduleWithFixedDelay(guarded(task), delay, period, unit);
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> rest = List.copyOf(backlog);
        backlog.clear();
        return rest;
    }
}
