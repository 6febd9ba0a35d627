package dev.idgen.internal.request;

import java.util.concurrent.TimeUnit;

/**
 * How many numbers to hold: as many as the current rate uses in a given time, plus 40 %, within bounds. It rises at
 * once with the measured rate, and falls slowly. If the stock runs short between measurements, it doubles. Used only on
 * the planner's thread, except for {@link #target}.
 */
public final class Demand {

    private static final double HEADROOM = 1.4;
    private static final double DECAY = 0.75;

    private final long min;
    private final long max;
    private final long horizonNanos;
    private final long idleNanos;
    private volatile long target;
    private long expected;
    private double measured;
    private double perNano;
    private long takenBefore;
    private long takenAtDoubling;
    private long measuredAt;
    private long drawnAt;

    /**
     * @param min the fewest numbers to hold
     * @param max the most numbers to hold
     * @param horizonNanos how long the held numbers should last
     * @param idleNanos the instance is idle after this time without a draw
     */
    public Demand(long min, long max, long horizonNanos, long idleNanos, long nanoTime) {
        this.min = min;
        this.max = max;
        this.horizonNanos = horizonNanos;
        this.idleNanos = idleNanos;
        this.target = min;
        this.measuredAt = nanoTime;
        this.drawnAt = nanoTime;
    }

    /** How many numbers to hold now. Any thread. */
    public long target() {
        return target;
    }

    /** Whether the instance is idle. */
    public boolean isIdleAt(long nanoTime) {
        return nanoTime - drawnAt > idleNanos;
    }

    /** Notes that a caller wants numbers, whether it gets them or not. */
    public void wanted(long nanoTime) {
        drawnAt = nanoTime;
    }

    /** How long a number of numbers lasts at the current rate and the headroom, in nanoseconds. */
    public long nanosToUse(long numbers) {
        return perNano == 0 ? Long.MAX_VALUE / 2 : (long) (numbers / (perNano * HEADROOM));
    }

    /** The latest measured rate. */
    public long perSecond() {
        return (long) (measured * TimeUnit.SECONDS.toNanos(1));
    }

    /** Announces a draw of that many numbers. Until the second measurement from now, the target is not lower. */
    public void expect(long count) {
        expected = Math.max(expected, count);
        target = Math.max(target, bounded(expected));
    }

    /** Measures the rate since the previous call. */
    public void measure(long taken, long nanoTime) {
        long elapsed = Math.max(nanoTime - measuredAt, TimeUnit.MILLISECONDS.toNanos(1));
        measured = (double) (taken - takenBefore) / elapsed;
        if (taken > takenBefore) {
            drawnAt = nanoTime;
        }
        takenBefore = taken;
        measuredAt = nanoTime;
        perNano = Math.max(measured, DECAY * perNano + (1 - DECAY) * measured);
        target = bounded(Math.max(expected, (long) (perNano * horizonNanos * HEADROOM)));
        expected = 0;
    }

    /** Doubles the target if the stock is below half of it, and at least half was used since the last doubling. */
    public void shortage(long taken, long remaining) {
        if (2 * remaining < target && 2 * (taken - takenAtDoubling) >= target) {
            takenAtDoubling = taken;
            target = bounded(2 * target);
        }
    }

    private long bounded(long value) {
        return Math.min(Math.max(value, min), max);
    }
}
