package dev.idgen.node;

import dev.idgen.time.StampClock;
import dev.idgen.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The clock that ids with a leased node id are stamped with. It knows the latest time it has shown during the lease, also if
 * it was set back since.
 *
 * <p>Thread-safe; its monitor guards {@code shown} and the setting of the clock.
 */
final class LeaseClock {

    private final TimeSource time;
    private final StampClock clock;

    /** What the clock would show by now, had it not been set in this lease. */
    private long shown = Long.MIN_VALUE;

    LeaseClock(TimeSource time, Duration maxSkew) {
        this.time = time;
        this.clock = new StampClock(time, maxSkew);
    }

    long millis() {
        return clock.millisAt(time.nanoTime());
    }

    /** How far this machine's time was ahead of the store's when last compared; negative if behind. */
    Duration skew() {
        return clock.skew();
    }

    /** Sets the clock by an answer of the store, see {@link StampClock#synchronize}. */
    synchronized boolean synchronize(long storeMillis, long requestedAt) {
        long before = time.nanoTime();
        long shownBefore = clock.millisAt(before);
        boolean trusted = clock.synchronize(storeMillis, requestedAt);
        // Another thread may have read the clock as it was until this moment.
        long took = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - before) + 1;
        shown = Math.max(shown, shownBefore + took);
        return trusted;
    }

    /** A lease begins: what the clock showed before does not matter to it. */
    synchronized void begin() {
        shown = Long.MIN_VALUE;
    }

    /** The latest time shown since the lease began, in epoch milliseconds. */
    synchronized long latest() {
        return Math.max(shown, millis());
    }
}
