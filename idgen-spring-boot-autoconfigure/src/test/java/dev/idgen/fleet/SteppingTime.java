package dev.idgen.fleet;

import dev.idgen.internal.time.ForwardingTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A machine whose time is off and steps, while its monotonic clock, as on a real one, does not.
 *
 * <p>The steps are random but a function of the monotonic clock, so that all threads see one time.
 */
class SteppingTime extends ForwardingTime {

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
        long interval = Math.floorDiv(nanoTime(), STEP_EVERY_NANOS) + seed;
        double step = 2 * new SplittableRandom(interval).nextDouble() - 1;
        return super.instant().plus(offset).plusNanos((long) (step * most.toNanos()));
    }
}
