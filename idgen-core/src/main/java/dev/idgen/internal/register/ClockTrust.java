package dev.idgen.internal.register;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;

/**
 * Decides whether a store's clock is right, before any rule calculates with it. An instance expects the time that it
 * was told, carried on by this machine's clocks. Before that, it expects the later of its own clock and the start of
 * the value's latest grant. If a store is more than a minute ahead of that, it is not believed for two minutes. The
 * expected time replaces the store's time meanwhile.
 *
 * <p>A machine that was suspended expects too early a time until its clocks are right. Therefore a store is believed
 * once nothing has contradicted it for two minutes.
 *
 * <p>A server that returns with its clock far behind is not believed while this machine's clock agrees with the
 * expected time. Otherwise the other servers, and this one once its clock is right again, would seem far ahead.
 *
 * <p>Not thread-safe.
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
     * Judges the clock of a look and remembers its time.
     *
     * @param last when the latest grant in the value began, in epoch milliseconds; 0 if unknown
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
        // A monotonic clock may stop while a machine is suspended, and a wall clock may be set back.
        long elapsed = Math.max((time.nanoTime() - nanosThen) / NANOS_PER_MILLI, time.millis() - millisThen);
        return told + elapsed;
    }

    /** Notes that the store's clock is in question. True for the first two minutes. */
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
