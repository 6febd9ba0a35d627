package dev.idgen.internal.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in the thread of the test, in the order of their logical time, while it lets that time pass. Other threads may
 * add tasks.
 */
public final class ManualScheduler extends ManualExecutor {

    /** Tasks that go on adding tasks for the same instant would never let it pass. */
    private static final int MOST_AT_AN_INSTANT = 100_000;

    private final ManualTime time;
    private final long origin;
    private final PriorityQueue<Task<?>> queue = new PriorityQueue<>(
            Comparator.<Task<?>>comparingLong(task -> task.at).thenComparingLong(task -> task.order));
    private long count;

    private final class Task<T> extends FutureTask<T> implements ScheduledFuture<T> {

        private final long period;
        private final long order = count++;
        private long at;

        Task(Callable<T> work, long at, long period) {
            super(work);
            this.at = at;
            this.period = period;
        }

        void runNow() {
            if (period == 0) {
                run();
            } else if (runAndReset() && !isShutdown()) {
                at = now() + period;
                synchronized (queue) {
                    queue.add(this);
                }
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - now(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    public ManualScheduler(ManualTime time) {
        this.time = time;
        this.origin = time.nanoTime();
    }

    private long now() {
        return time.nanoTime() - origin;
    }

    /** Runs what is due now. */
    public void runDue() {
        run(Duration.ZERO);
    }

    /** Lets time pass, and runs each task when its time comes. */
    public void run(Duration duration) {
        long end = now() + duration.toNanos();
        int atThisInstant = 0;
        for (Task<?> next = nextUntil(end); next != null; next = nextUntil(end)) {
            long passed = Math.max(0, next.at - now());
            time.advance(Duration.ofNanos(passed));
            atThisInstant = passed == 0 ? atThisInstant + 1 : 0;
            if (atThisInstant > MOST_AT_AN_INSTANT) {
                throw new AssertionError("tasks without end at one instant");
            }
            next.runNow();
        }
        time.advance(Duration.ofNanos(end - now()));
    }

    private @Nullable Task<?> nextUntil(long end) {
        synchronized (queue) {
            Task<?> next = queue.peek();
            return next != null && next.at <= end ? queue.remove() : null;
        }
    }

    @Override
    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return add(Executors.callable(task), unit.toNanos(delay), 0);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return add(task, unit.toNanos(delay), 0);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long period, TimeUnit unit) {
        return add(Executors.callable(task), unit.toNanos(delay), unit.toNanos(period));
    }

    private <T> Task<T> add(Callable<T> work, long delay, long period) {
        refuseAfterShutdown();
        synchronized (queue) {
            Task<T> task = new Task<>(work, now() + delay, period);
            queue.add(task);
            return task;
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> rest = new ArrayList<>(queue);
        queue.clear();
        return rest;
    }
}
