package dev.idgen.internal.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The clock that ids are stamped with: this machine's time, or the store's where this machine's is off.
 *
 * <p>It runs on the monotonic clock and is set anew with each answer of the store, so a clock step between two answers
 * does not show in the ids. When the machine's time and the store's differ by more than {@code maxSkew}, it is set to
 * the store's. Uniqueness does not depend on it: stamps are clamped into windows afterwards.
 *
 * <p>Reading is one volatile read; any thread may read and set it.
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

    /** @param maxSkew how far this machine's time may be from the store's before the store's is used */
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
     * Sets the clock by an answer of the store.
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

    /** How far this machine's time was ahead of the store's when last compared; negative if behind. */
    public Duration skew() {
        return Duration.ofNanos(skewNanos);
    }

    /**
     * Epoch nanoseconds minus monotonic nanoseconds by this machine's clocks. They cannot be read at once, and the
     * thread may be held up in between, so the reading that took least counts.
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
