package dev.idgen.internal.time;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Clocks that stand still unless a caller must wait for them, and random numbers that follow from a seed: each run of a
 * test makes the same ids. Works only where a test library is on the class path. Thread-safe.
 */
public final class DeterministicTime implements TimeSource {

    /** What the clock shows at first. */
    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final long SEED = 20_260_102;
    private static final List<String> TESTS =
            List.of("org/junit/jupiter/api/Test.class", "org/junit/Test.class", "org/testng/annotations/Test.class");

    private final AtomicLong advancedNanos = new AtomicLong();

    /** @throws IllegalStateException outside tests, where the ids of two processes would be the same */
    public DeterministicTime() {
        ClassLoader own = DeterministicTime.class.getClassLoader();
        ClassLoader loader = Objects.requireNonNullElse(Thread.currentThread().getContextClassLoader(), own);
        if (TESTS.stream().allMatch(type -> loader.getResource(type) == null)) {
            throw new IllegalStateException("deterministic ids are for tests, because each process makes the same ids:"
                    + " neither JUnit nor TestNG is on the class path");
        }
    }

    @Override
    public Instant instant() {
        return NOW.plusNanos(nanoTime());
    }

    /** Does not measure, because how much idgen reserves would depend on how fast a test is. */
    @Override
    public long nanoTime() {
        return advancedNanos.get();
    }

    @Override
    public long nanosUntilAdvanced(long nanos) {
        advancedNanos.addAndGet(nanos);
        return 0;
    }

    @Override
    public RandomGenerator random() {
        return new Random(SEED);
    }

    @Override
    public ScheduledExecutorService planner(String threadName) {
        return new CallersPlanner();
    }

    /**
     * Runs each task on the thread that brings it, so that no id depends on which of two threads is first. A delayed
     * task never runs, because time stands still.
     */
    private static final class CallersPlanner extends ScheduledThreadPoolExecutor {

        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private final AtomicInteger unfinished = new AtomicInteger();

        CallersPlanner() {
            super(0, worker -> null); // has no threads
            setRemoveOnCancelPolicy(true);
        }

        /** A task that another task brings runs after that one. */
        @Override
        public void execute(Runnable task) {
            if (isShutdown()) {
                throw new RejectedExecutionException();
            }
            tasks.add(task);
            if (unfinished.getAndIncrement() == 0) {
                do {
                    tasks.remove().run();
                } while (unfinished.decrementAndGet() > 0);
            }
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            ScheduledFuture<?> planned = super.schedule(task, delay, unit);
            if (delay <= 0) {
                execute((Runnable) planned);
            }
            return planned;
        }
    }
}
