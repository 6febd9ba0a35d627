package dev.idgen.internal.request;

import java.util.concurrent.TimeUnit;

/** A fact that keeps being met, with pauses shorter than a minute. Used by the planner only. */
public final class LogThrottle {

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private boolean met;
    private boolean open;
    private long latest;

    /** Notes that the fact is met, and returns whether it had not been for a while. */
    public boolean begins(long nanoTime) {
        boolean first = !met || nanoTime - latest > QUIET_NANOS;
        met = true;
        open = true;
        latest = nanoTime;
        return first;
    }

    /** Notes that the opposite is met, and returns whether that ends an episode. */
    public boolean ends(long nanoTime) {
        boolean over = open && nanoTime - latest > OVER_NANOS;
        open = open && !over;
        return over;
    }
}
