package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Waiters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The leases that this instance holds. Those whose window does not grow are used first, the others in the order in
 * which they were granted.
 *
 * <p>Any thread cuts chunks. Only the planner adds and removes leases, by replacing the array. A reader with an old
 * array may still cut from a removed lease. That is harmless: the lease was empty or had ended, and the stripe checks
 * the end again.
 */
final class Stock {

    private static final Lease[] NONE = {};

    private volatile Lease[] leases = NONE;
    private final Waiters waiters;

    /** Planner only: the permit of leases that are granted now. */
    private Lease.Permit permit = new Lease.Permit();

    /** Planner only: numbers taken from removed leases. */
    private long takenBefore;

    /** @param waiters callers that find no numbers */
    Stock(Waiters waiters) {
        this.waiters = waiters;
    }

    boolean cutInto(Stripe<?> stripe, int want, long nanoTime) {
        for (Lease lease : leases) {
            if (lease.isOpenAt(nanoTime) && lease.cutInto(stripe, want)) {
                return true;
            }
        }
        return false;
    }

    /** How many numbers are left in leases that are open at a monotonic time, which may be in the future. */
    long remainingAt(long nanoTime) {
        long sum = 0;
        for (Lease lease : leases) {
            if (lease.isOpenAt(nanoTime)) {
                sum += lease.remaining();
            }
        }
        return sum;
    }

    /** Whether a lease is young. Then the fleet has few numbers, so none are held in reserve. */
    boolean isYoung(long nanoTime) {
        return Arrays.stream(leases).anyMatch(lease -> lease.isYoung() && lease.isOpenAt(nanoTime));
    }

    Lease[] leases() {
        return leases;
    }

    void add(Lease lease) {
        List<Lease> more = new ArrayList<>(List.of(leases));
        more.add(lease.isExtendable() ? more.size() : 0, lease);
        leases = more.toArray(NONE);
        noteOutcome();
    }

    /** Notes that there is something new to find or to report. */
    void noteOutcome() {
        waiters.noteOutcome();
        waiters.wakeAll();
    }

    void wakeAll() {
        waiters.wakeAll();
    }

    Lease.Permit permit() {
        return permit;
    }

    /** Makes all leases unusable at once, including those whose last numbers are in stripes. */
    void revoke() {
        permit.revoke();
        permit = new Lease.Permit();
        noteOutcome();
    }

    /** Removes leases that are used up or have ended. */
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

    /** How many numbers were cut from this stock so far. */
    long taken() {
        long sum = takenBefore;
        for (Lease lease : leases) {
            sum += lease.taken();
        }
        return sum;
    }
}
