package dev.idgen.fleet;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A machine whose time is off and steps, while its monotonic clock, as on a real one, does not.
 *
 * <p>The steps are random but a function of the monotonic clock, so that all threads see one time.
 */
class SteppingTime implements TimeSource {

    private static final int UNIT_BITS = 53;
    private static final long STEP_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Duration offset;
    private final Duration most;
    private final long seed = System.nanoTime();

    /**
     * @param offset how far the time is off on the average
     * @param most how far steps lead away from that at the most, in either direction
     */
    SteppingTime(Duration offset, Duration most) {
        this.offset = offset;
        this.most = most;
    }

    @Override
    public Instant instant() {
        long step = at(Math.floorDiv(nanoTime(), STEP_EVERY_NANOS) + seed, most.toNanos());
        return Instant.now().plus(offset).plusNanos(step);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** A value from {@code -most} to {@code most}. */
    private static long at(long interval, long most) {
        double unit = scatter(interval) / (double) (1L << UNIT_BITS);
        return (long) ((2 * unit - 1) * most);
    }

    /** SplitMix64, of which the upper bits are kept. */
    private static long scatter(long x) {
        long z = x * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> (Long.SIZE - UNIT_BITS);
    }
}
