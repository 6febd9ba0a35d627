package dev.idgen.bucket;

import dev.idgen.request.Arrivals;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * The leases that this instance holds, oldest first.
 *
 * <p>Any thread cuts chunks; one thread, the planner, adds and removes leases by replacing the array. A reader with an
 * old array may still cut from a lease just removed: it was removed for being empty or out of date, and the stripe checks
 * the date again.
 */
final class Stock {

    private static final Lease[] NONE = {};

    private volatile Lease[] leases = NONE;
    private final Arrivals arrivals = new Arrivals();

    /** Planner only: numbers taken from leases that are gone. */
    private long takenBefore;

    boolean cutInto(Stripe<?> stripe, int want, long nanoTime) {
        for (Lease lease : leases) {
            if (lease.isOpenAt(nanoTime) && lease.cutInto(stripe, want)) {
                return true;
            }
        }
        return false;
    }

    /** Numbers left in leases still open at a monotonic time, which may lie ahead. */
    long remainingAt(long nanoTime) {
        long sum = 0;
        for (Lease lease : leases) {
            if (lease.isOpenAt(nanoTime)) {
                sum += lease.remaining();
            }
        }
        return sum;
    }

    /** Completes when leases are added next, or when there is no use in waiting any longer. */
    CompletableFuture<Void> nextArrival() {
        return arrivals.next();
    }

    Lease[] leases() {
        return leases;
    }

    void add(Lease lease) {
        Lease[] more = Arrays.copyOf(leases, leases.length + 1);
        more[leases.length] = lease;
        leases = more;
        wakeAll();
    }

    void wakeAll() {
        arrivals.wakeAll();
    }

    /** Makes the leases here useless at once. */
    void revoke() {
        for (Lease lease : leases) {
            lease.revoke();
        }
        wakeAll();
    }

    /** Drops the leases that are used up or out of date. */
    void prune(long nanoTime) {
        int kept = 0;
        Lease[] rest = new Lease[leases.length];
        for (Lease lease : leases) {
            if (lease.remaining() > 0 && lease.isOpenAt(nanoTime)) {
                rest[kept++] = lease;
            } else {
                takenBefore += lease.taken();
            }
        }
        if (kept < rest.length) {
            leases = Arrays.copyOf(rest, kept);
        }
    }

    /** Numbers cut from this stock since it began. */
    long taken() {
        long sum = takenBefore;
        for (Lease lease : leases) {
            sum += lease.taken();
        }
        return sum;
    }
}
