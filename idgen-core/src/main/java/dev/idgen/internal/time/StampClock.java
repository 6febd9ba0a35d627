package dev.idgen.internal.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The clock that stamps ids: this machine's time, or the store's if this machine's time is wrong.
 *
 * <p>It runs on the monotonic clock. Each answer of the store sets it, so a clock step between two answers does not
 * show in ids. If the machine's time differs from the store's by more than {@code maxSkew}, it takes the store's.
 * Uniqueness does not depend on it, because stamps are clamped into windows afterwards.
 *
 * <p>Reading it is one volatile read. Any thread may read or set it.
 */
public final class StampClock {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long PROMPT_NANOS = 100_000;
    private static final int MAX_READINGS = 5;

    private final TimeSource time;
    private final long maxSkewNanos;

    /** Epoch nanoseconds minus monotonic nanoseconds. */
    private volatile long base;

    private volatile long skewNanos;

    /**
     * @param maxSkew the greatest difference between this machine's time and the store's at which this machine's is
     *     used
     */
    public StampClock(TimeSource time, Duration maxSkew) {
        this.time = time;
        this.maxSkewNanos = maxSkew.toNanos();
        this.base = wallBase();
    }

    /** Epoch milliseconds at a reading of the monotonic clock. */
    public long millisAt(long nanoTime) {
        return (nanoTime + base) / NANOS_PER_MILLI;
    }

    /**
     * Sets the clock from an answer of the store.
     *
     * @param storeMillis the store's time in epoch milliseconds, read between request and answer
     * @param requestedAt monotonic nanoseconds before the request was sent
     * @return whether the machine's time is within {@code maxSkew} of the store's
     */
    public boolean synchronize(long storeMillis, long requestedAt) {
        long answeredAt = time.nanoTime();
        long wallBase = wallBase();
        long halfRoundTrip = (answeredAt - requestedAt) / 2;
        long storeBase = TimeUnit.MILLISECONDS.toNanos(storeMillis) - (requestedAt + halfRoundTrip);
        long skew = wallBase - storeBase;
        boolean trusted = Math.abs(skew) - halfRoundTrip <= maxSkewNanos;
        skewNanos = skew;
        base = trusted ? wallBase : storeBase;
        return trusted;
    }

    /** How far this machine's time was ahead of the store's at the latest comparison; negative if behind. */
    public Duration skew() {
        return Duration.ofNanos(skewNanos);
    }

    /**
     * Epoch nanoseconds minus monotonic nanoseconds on this machine's clocks. The two cannot be read at once, and the
     * thread may be held up in between, so the quickest of several readings counts.
     */
    private long wallBase() {
        long shortest = Long.MAX_VALUE;
        long result = 0;
        for (int i = 0; i < MAX_READINGS && shortest > PROMPT_NANOS; i++) {
            long before = time.nanoTime();
            Instant now = time.instant();
            long took = time.nanoTime() - before;
            if (took < shortest) {
                shortest = took;
                result = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - (before + took / 2);
            }
        }
        return result;
    }
}
