package dev.idgen.fleet;

import dev.idgen.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * A machine whose time is off and steps, while its monotonic clock, as on a real one, does not.
 *
 * <p>The steps are random but a function of the monotonic clock, so that all threads see one time.
 */
final class SteppingTime implements TimeSource {

    private final long offsetNanos;
    private final long mostNanos;
    private final long everyNanos;
    private final long seed;

    /**
     * @param offset how far the time is off on the average
     * @param most how far steps lead away from that at the most, in either direction
     * @param every how long the time runs between two steps
     */
    SteppingTime(Duration offset, Duration most, Duration every, long seed) {
        this.offsetNanos = offset.toNanos();
        this.mostNanos = most.toNanos();
        this.everyNanos = every.toNanos();
        this.seed = seed;
    }

    @Override
    public Instant instant() {
        return Instant.now().plusNanos(offsetNanos + Steps.at(Math.floorDiv(nanoTime(), everyNanos) + seed, mostNanos));
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
