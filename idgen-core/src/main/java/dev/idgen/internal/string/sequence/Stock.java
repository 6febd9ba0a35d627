package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Waiters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * The leases that this instance holds. Those whose window does not grow are used first, the others in the order in
 * which they were granted.
 *
 * <p>Any thread cuts chunks. Only the planner adds and removes leases, by replacing the array. A reader with an old
 * array may still cut from a removed lease. That is harmless: the lease was empty or had ended, and the stripe checks
 * the end again.
 *
 * <p>If numbers run short, stripes leave their used-up chunks in a queue. A stripe that finds no lease takes the chunk
 * from there that was left first, as soon as its last timestamp is over.
 */
final class Stock {

    private static final Lease[] NONE = {};

    /** Enough for a million ids per second, if each chunk has a single number. */
    private static final int MOST_USED = 1024;

    private volatile Lease[] leases = NONE;
    private final Waiters waiters;
    private final ArrayBlockingQueue<UsedChunk> used = new ArrayBlockingQueue<>(MOST_USED);
    private final LongAdder reused = new LongAdder();

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

    /** Takes a stripe's chunk, to use its numbers again. If there are too many, forgets the oldest chunk. */
    void keep(Stripe<?> stripe, long nanoTime) {
        reused.add(stripe.drawnAgain());
        UsedChunk chunk = stripe.giveUp(nanoTime);
        while (chunk != null && !used.offer(chunk)) {
            used.poll();
        }
    }

    /**
     * Moves a chunk into a stripe that will stamp it later than before. If the clock was set back, numbers wait until
     * it has caught up, because the times in a thread's ids must not decrease.
     *
     * @param clockMillis the clock at {@code nanoTime}, in epoch milliseconds
     */
    boolean reuseIn(Stripe<?> stripe, long nanoTime, long clockMillis) {
        long millis = Math.max(clockMillis, stripe.latest());
        UsedChunk chunk = used.peek();
        while (chunk != null && (chunk.isOver(millis) || !chunk.isUsableAt(nanoTime))) {
            if (used.remove(chunk) && chunk.isUsableAt(nanoTime)) {
                stripe.receive(chunk);
                return true;
            }
            chunk = used.peek();
        }
        return false;
    }

    /** How many numbers were used again. */
    long reused() {
        return reused.sum();
    }

    /** Whether a lease is open, used up or not. */
    boolean isOpenAt(long nanoTime) {
        return Arrays.stream(leases).anyMatch(lease -> lease.isOpenAt(nanoTime));
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

    /**
     * How many recovery numbers, used or not, are in leases that are open at a monotonic time, which may be in the
     * future.
     */
    long recoveryAt(long nanoTime) {
        return Arrays.stream(leases)
                .filter(lease -> lease.isRecovery() && lease.isOpenAt(nanoTime))
                .mapToLong(lease -> lease.grant().count())
                .sum();
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

    Lease.Permit permit() {
        return permit;
    }

    /** Makes all leases unusable at once, including those whose last numbers are in stripes. */
    void revoke() {
        permit.revoke();
        permit = new Lease.Permit();
        noteOutcome();
    }

    /**
     * Removes leases that have ended or are used up.
     *
     * @param keepsUsed whether those that are used up stay, because their numbers are used again
     */
    void prune(long nanoTime, boolean keepsUsed) {
        int kept = 0;
        Lease[] rest = new Lease[leases.length];
        for (Lease lease : leases) {
            if ((keepsUsed || lease.remaining() > 0) && lease.isOpenAt(nanoTime)) {
                rest[kept++] = lease;
            } else {
                takenBefore += lease.taken();
            }
        }
        if (kept < rest.length) {
            leases = Arrays.copyOf(rest, kept);
        }
    }

    /** How many numbers were taken from this stock so far, with those that are used again. */
    long taken() {
        long sum = takenBefore + reused();
        for (Lease lease : leases) {
            sum += lease.taken();
        }
        return sum;
    }
}
