package dev.idgen.store;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Something that recurs, such as a failure. It begins when it occurs after a minute without it, so that the log has one
 * line for each trouble and not one for each failed call. Thread-safe.
 */
public final class RecurringFact {

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private boolean open;
    private @Nullable Long latestNanos;

    /** It has not occurred yet. */
    public RecurringFact() {}

    /**
     * Notes that it occurs. True if it begins: it has not occurred for a minute.
     *
     * @param nanoTime now, as {@link Clocks#nanoTime}
     */
    public synchronized boolean begins(long nanoTime) {
        boolean first = latestNanos == null || nanoTime - latestNanos > QUIET_NANOS;
        open = true;
        latestNanos = nanoTime;
        return first;
    }

    /**
     * Notes the opposite. True if it ends: it last occurred more than a second ago.
     *
     * @param nanoTime now, as {@link Clocks#nanoTime}
     */
    public synchronized boolean ends(long nanoTime) {
        boolean over = open && latestNanos != null && nanoTime - latestNanos > OVER_NANOS;
        open = open && !over;
        return over;
    }
}
