package dev.idgen.bucket;

import java.util.concurrent.TimeUnit;

/**
 * How many numbers to hold: what the current rate uses up in one ttl, and four tenths more, within the bounds. It rises at
 * once with the measured rate, by doubling when the stock runs short in between, and falls slowly. Used by the planner
 * only, but for {@link #target}.
 */
final class Demand {

    private static final double HEADROOM = 1.4;
    private static final double DECAY = 0.75;

    private final SequenceSettings settings;
    private final long idleNanos;
    private volatile long target;
    private double perNano;
    private long takenBefore;
    private long takenAtDoubling;
    private long measuredAt;
    private long drawnAt;

    /** @param idleNanos how long nothing must have been drawn for the instance to count as idle */
    Demand(SequenceSettings settings, long idleNanos, long nanoTime) {
        this.settings = settings;
        this.idleNanos = idleNanos;
        this.target = settings.minStock();
        this.measuredAt = nanoTime;
        this.drawnAt = nanoTime;
    }

    long target() {
        return target;
    }

    boolean isIdleAt(long nanoTime) {
        return nanoTime - drawnAt > idleNanos;
    }

    /** Somebody wants numbers now, drawn or not. */
    void wanted(long nanoTime) {
        drawnAt = nanoTime;
    }

    /** Measures the rate since this was called last. */
    void measure(long taken, long nanoTime) {
        long elapsed = Math.max(nanoTime - measuredAt, TimeUnit.MILLISECONDS.toNanos(1));
        double measured = (double) (taken - takenBefore) / elapsed;
        if (taken > takenBefore) {
            drawnAt = nanoTime;
        }
        takenBefore = taken;
        measuredAt = nanoTime;
        perNano = Math.max(measured, DECAY * perNano + (1 - DECAY) * measured);
        target = bounded((long) (perNano * settings.leaseTtl().toNanos() * HEADROOM));
    }

    /** Doubles the target if more than half of it was used up since the last doubling and the stock is below half. */
    void shortage(long taken, long remaining) {
        if (2 * remaining < target && 2 * (taken - takenAtDoubling) >= target) {
            takenAtDoubling = taken;
            target = bounded(2 * target);
        }
    }

    private long bounded(long value) {
        return Math.min(Math.max(value, settings.minStock()), settings.maxStock());
    }
}
