package dev.idgen.internal.time;

import java.time.Duration;

/**
 * The store's time as an instance expects it: the time it was told, carried on by this machine's clocks. A store whose clock is
 * suddenly far ahead is found out by that. Used by one thread only.
 *
 * <p>A machine that was suspended expects too little until its clocks are right. Therefore a store that nothing contradicts for
 * two minutes is believed.
 *
 * <p>A server that comes back with its clock far behind is not believed as long as this machine's clock agrees with what was
 * expected before: otherwise the other servers, and this one once it is right again, would seem to be far ahead.
 *
 * <p>At first nothing is expected of a store that is more than a minute ahead of this machine's clock, for two minutes as well. A
 * bucket that is put in doubt by a clock that is ahead stays locked until that time comes.
 */
public final class ExpectedTime {

    private static final long FAR_MILLIS = 60_000;
    private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TimeSource time;
    private boolean known;
    private long told;
    private long nanosThen;
    private long millisThen;
    private boolean doubting;
    private long doubtingSince;

    public ExpectedTime(TimeSource time) {
        this.time = time;
    }

    /** Epoch milliseconds, or 0 if nothing is expected. */
    public long millis() {
        if (!known || (doubting && !isStillDoubted())) {
            return 0;
        }
        // A monotonic clock may stand still while a machine is suspended, and a wall clock be set back.
        long elapsed = Math.max((time.nanoTime() - nanosThen) / NANOS_PER_MILLI, time.millis() - millisThen);
        return told + elapsed;
    }

    /**
     * Takes note of what the store says its time is.
     *
     * @param millis epoch milliseconds
     * @return whether it is not more than a minute ahead of what was expected, if anything was
     */
    public boolean accept(long millis) {
        if (!known && millis > time.millis() + FAR_MILLIS && isStillDoubted()) {
            return true;
        }
        long expected = millis();
        if (expected > 0 && millis > expected + FAR_MILLIS && isStillDoubted()) {
            return false;
        }
        if (millis < expected - FAR_MILLIS && isNearMine(expected) && !isNearMine(millis)) {
            return true;
        }
        known = true;
        doubting = false;
        told = millis;
        nanosThen = time.nanoTime();
        millisThen = time.millis();
        return true;
    }

    /** Notes that the store is doubted, and returns whether that has been so for no longer than two minutes. */
    private boolean isStillDoubted() {
        if (!doubting) {
            doubting = true;
            doubtingSince = time.nanoTime();
        }
        return time.nanoTime() - doubtingSince <= PATIENCE_NANOS;
    }

    private boolean isNearMine(long millis) {
        return Math.abs(time.millis() - millis) <= FAR_MILLIS;
    }
}
