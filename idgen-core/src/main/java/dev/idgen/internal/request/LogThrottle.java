package dev.idgen.internal.request;

import java.util.concurrent.TimeUnit;

/**
 * Tells when a fact that is met again and again begins and ends, so that it is logged once. After a pause of more than
 * a minute it begins anew. Used by the planner only.
 */
public final class LogThrottle {

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private boolean met;
    private boolean open;
    private long latest;

    /** Notes that the fact was met, and returns whether that begins it: whether it had not been met for a minute. */
    public boolean begins(long nanoTime) {
        boolean first = !met || nanoTime - latest > QUIET_NANOS;
        met = true;
        open = true;
        latest = nanoTime;
        return first;
    }

    /**
     * Notes that the opposite was met, and returns whether that ends the fact: whether it was met last more than a
     * second ago.
     */
    public boolean ends(long nanoTime) {
        boolean over = open && nanoTime - latest > OVER_NANOS;
        open = open && !over;
        return over;
    }
}
