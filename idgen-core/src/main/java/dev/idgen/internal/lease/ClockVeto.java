package dev.idgen.internal.lease;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;

/**
 * Refuses to note a doubt at a time that is far ahead, because no later doubt could make it earlier. An instance
 * expects the latest time that it was told, carried on by this machine's clocks, or its own clock if that is later. A
 * look that is more than a minute ahead of that is not believed, for two minutes at most.
 *
 * <p>That is for availability alone. No stored time comes from a client's clock. Not thread-safe.
 */
final class ClockVeto {

    private static final long FAR_MILLIS = 60_000;
    private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TimeSource time;
    private long believed = Long.MIN_VALUE / 2;
    private long nanosThen;
    private long millisThen;
    private boolean doubting;
    private long doubtingSince;

    ClockVeto(TimeSource time) {
        this.time = time;
    }

    /** Whether a look's time may be noted. Remembers it if so. */
    boolean believes(long millis) {
        long nanos = time.nanoTime();
        long own = time.millis();
        // A monotonic clock may stop while a machine is suspended, and a wall clock may be set back.
        long carriedOn = believed + Math.max((nanos - nanosThen) / NANOS_PER_MILLI, own - millisThen);
        if (millis > Math.max(carriedOn, own) + FAR_MILLIS && isStillDoubted(nanos)) {
            return false;
        }
        doubting = false;
        believed = Math.max(carriedOn, millis);
        nanosThen = nanos;
        millisThen = own;
        return true;
    }

    /** Whether no look was believed yet, so that only this machine's clock says what to expect. */
    boolean knowsNothing() {
        return believed < 0;
    }

    /** How far a time is ahead of what is expected, in milliseconds. */
    long ahead(long millis) {
        return millis - Math.max(believed, time.millis());
    }

    private boolean isStillDoubted(long nanos) {
        if (!doubting) {
            doubting = true;
            doubtingSince = nanos;
        }
        return nanos - doubtingSince <= PATIENCE_NANOS;
    }
}
