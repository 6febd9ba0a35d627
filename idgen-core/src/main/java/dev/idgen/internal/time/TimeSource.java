package dev.idgen.internal.time;

import dev.idgen.store.Clocks;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.random.RandomGenerator;

/** A machine's clocks, which may also be read for many callers at once. Implementations are thread-safe. */
public interface TimeSource extends Clocks {

    /** How many recent readings may be taken between two calls of {@link #renew}; a power of two. */
    int READINGS_PER_RENEWAL = 64;

    /**
     * A recent reading of the monotonic clock, perhaps by another thread. It is usually at most a millisecond old, or
     * older if all threads were held up. It is never later than {@link #nanoTime}. Use it if results do not depend on
     * its age, and call {@link #renew} at least once in {@value #READINGS_PER_RENEWAL} readings.
     */
    default long recentNanoTime() {
        return nanoTime();
    }

    /** A recent reading of the wall clock in epoch milliseconds; otherwise like {@link #recentNanoTime}. */
    default long recentMillis() {
        return millis();
    }

    /**
     * Reads the clocks for callers of recent readings, if a reading is due. Cheap, but slower than a recent reading.
     */
    default void renew() {}

    /**
     * Random numbers for one user of these clocks: unpredictable, except in tests that need the same ids in each run.
     */
    default RandomGenerator random() {
        return new SecureRandom();
    }

    /** One daemon thread for a planner's tasks. Its owner must shut it down. */
    default ScheduledExecutorService planner(String threadName) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /**
     * How long to wait until the clocks have advanced by that many nanoseconds; 0 if they advance at once, in tests.
     */
    default long nanosUntilAdvanced(long nanos) {
        return nanos;
    }

    /** This machine's clocks. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }

    /**
     * The monotonic clock as a {@link Clock}, for libraries that need one. Its instants mean nothing by themselves.
     * Waits measured with it do not stretch when the wall clock steps.
     */
    default Clock monotonicClock() {
        long originNanos = nanoTime();
        InstantSource source = () -> Instant.EPOCH.plusNanos(nanoTime() - originNanos);
        return source.withZone(ZoneOffset.UTC);
    }

    /** The clocks of {@link System}. */
    enum SystemTime implements TimeSource {
        INSTANCE;

        @Override
        public Instant instant() {
            return Clock.systemUTC().instant();
        }

        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    }
}
