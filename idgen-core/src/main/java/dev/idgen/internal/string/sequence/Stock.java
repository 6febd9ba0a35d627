package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Waiters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalLong;

/**
 * The leases that this instance holds, those with the earliest windows first: numbers that carry the right time are
 * used before those whose window begins in the future.
 *
 * <p>Any thread cuts chunks; one thread, the planner, adds and removes leases by replacing the array. A reader with an
 * old array may still cut from a lease just removed: it was removed for being empty or out of date, and the stripe
 * checks the date again.
 */
final class Stock {

    private static final Lease[] NONE = {};

    private static final Comparator<Lease> BY_WINDOW = Comparator.comparingLong(Lease::notBefore);

    private volatile Lease[] leases = NONE;
    private final Waiters waiters;

    /** Planner only: what leases that are granted now are used under. */
    private Lease.Permit permit = new Lease.Permit();

    /** Planner only: numbers taken from leases that are gone. */
    private long takenBefore;

    /** @param waiters those who find nothing */
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

    Lease[] leases() {
        return leases;
    }

    void add(Lease lease) {
        Lease[] more = Arrays.copyOf(leases, leases.length + 1);
        more[leases.length] = lease;
        Arrays.sort(more, BY_WINDOW);
        leases = more;
        noteOutcome();
    }

    /** There is something new to find, or to be told. */
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

    /** Makes all leases useless at once, also those whose last numbers are in stripes. */
    void revoke() {
        permit.revoke();
        permit = new Lease.Permit();
        noteOutcome();
    }

    /** When the window begins that numbers are drawn from next, if there are any. */
    OptionalLong firstWindow(long nanoTime) {
        for (Lease lease : leases) {
            if (lease.isOpenAt(nanoTime) && lease.remaining() > 0) {
                return OptionalLong.of(lease.notBefore());
            }
        }
        return OptionalLong.empty();
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
