package dev.idgen.internal.stamped.node;

import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The clock that ids with a leased node id are stamped with. It knows the latest time it has ever shown, also if it was
 * set back since.
 *
 * <p>Thread-safe; its monitor guards {@code shown} and the setting of the clock.
 */
final class LeaseClock {

    private final TimeSource time;
    private final StampClock clock;

    /** No time later than this was shown before the clock was set last. */
    private long shown = Long.MIN_VALUE;

    LeaseClock(TimeSource time, Duration maxSkew) {
        this.time = time;
        this.clock = new StampClock(time, maxSkew);
    }

    long millis() {
        return clock.millisAt(time.nanoTime());
    }

    long recentMillis() {
        return clock.millisAt(time.recentNanoTime());
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

    /**
     * No time later than this has been shown, in epoch milliseconds. Times from before the lease count as well: a thread may
     * have read one, looked at the node id a moment later, and found it leased by then.
     */
    synchronized long latest() {
        return Math.max(shown, millis());
    }
}
