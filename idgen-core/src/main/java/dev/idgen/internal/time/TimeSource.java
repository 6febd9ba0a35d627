package dev.idgen.internal.time;

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

    /** How many recent readings may be taken between two calls of {@link #renew}; a power of two. */
    int READINGS_PER_RENEWAL = 64;

    /** Nanoseconds of the monotonic clock, from an arbitrary origin. Compare by subtraction only. */
    long nanoTime();

    /**
     * The monotonic clock as it was read lately, perhaps by another thread: usually a millisecond ago at most, but
     * longer if all threads were held up since. Never later than {@link #nanoTime}. For those whose results do not
     * depend on how old it is. They call {@link #renew} at least once in {@value #READINGS_PER_RENEWAL} readings.
     */
    default long recentNanoTime() {
        return nanoTime();
    }

    /** Epoch milliseconds as they were read lately, likewise. */
    default long recentMillis() {
        return millis();
    }

    /**
     * Reads the clocks for those who take recent readings, if it is time to. Cheap, but slower than a recent reading.
     */
    default void renew() {}

    /**
     * Waits for about as many nanoseconds of the monotonic clock; less if the thread is interrupted, whose interrupt
     * flag then stays set.
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
