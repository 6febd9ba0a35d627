package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.request.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long leases in stock must stay open, so that ids continue through an outage of up to 0.8 of the ttl, or 0.7 if
 * writes are lost in it: then windows must be told to reach beyond its end by the margin. Some lease always has that
 * much left, although an extension may add only 0.965.
 *
 * <p>It only calculates, and changes nothing. Used only on the planner's thread.
 *
 * @param beatNanos the time until the planner looks again, and the shortest time between two extensions of a lease
 * @param demand says when a number will be used
 */
record Freshness(long ttlNanos, long beatNanos, Demand demand) {

    private static final int OPEN_PERCENT = 82;
    private static final int LOST_PERCENT = 70;
    private static final int MOST_OPEN_PERCENT = 90;

    /** How much less a lease may have left, in percent of the ttl, until it is replaced. */
    private static final int LATE_PERCENT = 3;

    private long openNanos() {
        long lostNanos = ttlNanos / 100 * LOST_PERCENT + TimeUnit.MILLISECONDS.toNanos(GroupRule.MARGIN_MILLIS);
        return Math.min(Math.max(ttlNanos / 100 * OPEN_PERCENT, lostNanos), ttlNanos / 100 * MOST_OPEN_PERCENT);
    }

    /**
     * The leases to extend: those that would not stay open for as long as their numbers may be needed.
     *
     * @param target how many numbers to hold; leases behind twice as many are left to end
     */
    List<Lease> fading(Stock stock, long target, long nanoTime) {
        List<Lease> fading = new ArrayList<>();
        long all = stock.remainingAt(nanoTime);
        long before = 0;
        for (Lease lease : stock.leases()) {
            boolean isWanted = before < 2 * target;
            before += lease.remaining();
            long neededNanos = before < all ? demand.nanosToUse(before) + ttlNanos / 10 : openNanos();
            if (isWanted && lease.wantsExtension(nanoTime, beatNanos, Math.min(neededNanos, openNanos()))) {
                fading.add(lease);
            }
        }
        return fading;
    }

    /**
     * How many numbers are good for as long as they may be needed. Recovery ones are used again instead.
     *
     * @param roundTripNanos how long the latest answer took
     */
    long good(Stock stock, long roundTripNanos, long nanoTime) {
        // A lease that was just granted or extended has lost up to two round trips of its ttl.
        long wholeNanos = openNanos() - ttlNanos / 100 * LATE_PERCENT - Math.min(2 * roundTripNanos, ttlNanos / 2);
        long before = 0;
        long sum = 0;
        for (Lease lease : stock.leases()) {
            int rest = lease.isRecovery() ? 0 : lease.remaining();
            before += rest;
            sum += lease.isOpenAt(nanoTime + Math.min(demand.nanosToUse(before), wholeNanos)) ? rest : 0;
        }
        return sum;
    }
}
