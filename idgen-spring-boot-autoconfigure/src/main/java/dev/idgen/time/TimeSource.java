package dev.idgen.time;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.locks.LockSupport;

/**
 * The two clocks of a machine: one that tells the time and may step, one that measures durations and never runs
 * backwards. Implementations are thread-safe.
 */
public interface TimeSource extends InstantSource {

    /** Nanoseconds of the monotonic clock, from an arbitrary origin. Compare by subtraction only. */
    long nanoTime();

    /**
     * Waits for about as many nanoseconds of the monotonic clock; less if the thread is interrupted, whose interrupt flag
     * then stays set.
     */
    default void pause(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** The clocks of the machine this runs on. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }

    /** The monotonic clock as a {@link Clock} for libraries that want one; its instants mean nothing by themselves. */
    default Clock monotonicClock() {
        return new MonotonicClock(this, ZoneOffset.UTC);
    }

    /** {@link System}'s clocks. */
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
