package dev.idgen.internal.register;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;

/**
 * Decides whether a store's clock is right, before any rule calculates with it. An instance expects the time that it
 * was told, carried on by this machine's clocks. One that has been told nothing yet expects its own clock, or when the
 * value was granted from last, whichever is later. A store that is more than a minute ahead of that is not believed for
 * two minutes, and the expected time stands in its place.
 *
 * <p>A machine that was suspended expects too little until its clocks are right. Therefore a store that nothing
 * contradicts for two minutes is believed.
 *
 * <p>A server that comes back with its clock far behind is not believed as long as this machine's clock agrees with
 * what was expected before: otherwise the other servers, and this one once it is right again, would seem to be far
 * ahead.
 *
 * <p>For one thread.
 */
public final class ClockTrust {

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

    public ClockTrust(TimeSource time) {
        this.time = time;
    }

    /**
     * Decides about the clock of a look, and takes note of it.
     *
     * @param last when the value looked at was granted from, in epoch milliseconds; 0 if that is not known
     */
    public Circumstances at(Look look, long last) {
        long expected = known ? expected() : 0;
        long believable = known ? expected : Math.max(time.millis(), last);
        boolean trusted = look.time() <= believable + FAR_MILLIS || !isStillDoubted();
        if (trusted && !isFarBehind(look.time(), expected)) {
            known = true;
            doubting = false;
            told = look.time();
            nanosThen = time.nanoTime();
            millisThen = time.millis();
        }
        return new Circumstances(trusted ? look.time() : believable, expected, trusted, look.run(), look.epoch());
    }

    private long expected() {
        // A monotonic clock may stand still while a machine is suspended, and a wall clock be set back.
        long elapsed = Math.max((time.nanoTime() - nanosThen) / NANOS_PER_MILLI, time.millis() - millisThen);
        return told + elapsed;
    }

    /** Notes that the store is doubted, and returns whether that has been so for no longer than two minutes. */
    private boolean isStillDoubted() {
        if (!doubting) {
            doubting = true;
            doubtingSince = time.nanoTime();
        }
        return time.nanoTime() - doubtingSince <= PATIENCE_NANOS;
    }

    private boolean isFarBehind(long millis, long expected) {
        return known && millis < expected - FAR_MILLIS && isNearMine(expected) && !isNearMine(millis);
    }

    private boolean isNearMine(long millis) {
        return Math.abs(time.millis() - millis) <= FAR_MILLIS;
    }
}
