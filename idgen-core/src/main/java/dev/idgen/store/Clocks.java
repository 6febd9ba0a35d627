package dev.idgen.store;

import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;

/**
 * A machine's two clocks: one tells the time and may step, the other measures durations and never runs backwards.
 * Implementations are thread-safe.
 */
public interface Clocks extends InstantSource {

    /** Nanoseconds of the monotonic clock, from an arbitrary origin. Compare them only by subtraction. */
    long nanoTime();

    /**
     * Waits for about that many nanoseconds of the monotonic clock. An interrupt ends the wait; the thread's interrupt
     * flag stays set.
     */
    default void pause(long nanos) {
        LockSupport.parkNanos(nanos);
    }
}
