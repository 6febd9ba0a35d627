package dev.idgen.internal.request;

import java.util.concurrent.TimeUnit;

/**
 * Decides when a recurring fact begins and ends, so that each is logged once. After more than a minute's pause, the
 * fact begins again. Used only on the planner's thread.
 */
public final class LogThrottle {

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private boolean met;
    private boolean open;
    private long latest;

    /** Notes the fact. True if it begins: it has not occurred for a minute. */
    public boolean begins(long nanoTime) {
        boolean first = !met || nanoTime - latest > QUIET_NANOS;
        met = true;
        open = true;
        latest = nanoTime;
        return first;
    }

    /** Notes the opposite. True if the fact ends: it last occurred more than a second ago. */
    public boolean ends(long nanoTime) {
        boolean over = open && nanoTime - latest > OVER_NANOS;
        open = open && !over;
        return over;
    }
}
