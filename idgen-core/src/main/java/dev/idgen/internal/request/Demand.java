package dev.idgen.internal.request;

import java.util.concurrent.TimeUnit;

/**
 * How many numbers to hold: what the current rate uses up in a given time, and four tenths more, within bounds. It
 * rises at once with the measured rate, by doubling when the stock runs short in between, and falls slowly. Used by the
 * planner only, except for {@link #target}.
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
    private double perNano;
    private long takenBefore;
    private long takenAtDoubling;
    private long measuredAt;
    private long drawnAt;

    /**
     * @param min fewest numbers to hold
     * @param max most numbers to hold
     * @param horizonNanos for how long the numbers held should last
     * @param idleNanos how long nothing must have been drawn for the instance to count as idle
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

    /** How many numbers to hold now. */
    public long target() {
        return target;
    }

    /** Whether nothing has been drawn for a while. */
    public boolean isIdleAt(long nanoTime) {
        return nanoTime - drawnAt > idleNanos;
    }

    /** A caller wants numbers now, drawn or not. */
    public void wanted(long nanoTime) {
        drawnAt = nanoTime;
    }

    /** That many are about to be taken at once: the target is no less until the rate has been measured twice. */
    public void expect(long count) {
        expected = Math.max(expected, count);
        target = Math.max(target, bounded(expected));
    }

    /** Measures the rate since this was called last. */
    public void measure(long taken, long nanoTime) {
        long elapsed = Math.max(nanoTime - measuredAt, TimeUnit.MILLISECONDS.toNanos(1));
        double measured = (double) (taken - takenBefore) / elapsed;
        if (taken > takenBefore) {
            drawnAt = nanoTime;
        }
        takenBefore = taken;
        measuredAt = nanoTime;
        perNano = Math.max(measured, DECAY * perNano + (1 - DECAY) * measured);
        target = bounded(Math.max(expected, (long) (perNano * horizonNanos * HEADROOM)));
        expected = 0;
    }

    /** Doubles the target if more than half of it was used up since the last doubling and the stock is below half. */
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
