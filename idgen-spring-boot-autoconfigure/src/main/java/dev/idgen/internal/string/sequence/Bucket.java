package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import java.util.concurrent.TimeUnit;

/**
 * This instance's knowledge of one bucket. Written by the planner only; {@link #isLockedAt} and {@link #isBreakerOpen} may be
 * asked by any thread.
 */
final class Bucket {

    private final int index;
    private final Breaker breaker;

    private volatile boolean locked;
    private volatile long lockedUntil;

    private boolean busy;

    /** Until when its windows begin in the future, by the monotonic clock, as far as is known. */
    private boolean leading;

    private long leadsUntil;

    /** The server's run in the latest grant: buckets of one run share a server. Empty if not known. */
    private String run = "";

    /** The latest grant, and the latest time told. */
    private Seen seen = Seen.NOTHING;

    Bucket(int index, Breaker breaker) {
        this.index = index;
        this.breaker = breaker;
    }

    int index() {
        return index;
    }

    Breaker breaker() {
        return breaker;
    }

    /** Whether the breaker is anything but closed. */
    boolean isBreakerOpen() {
        return breaker.isOpen();
    }

    boolean isLockedAt(long nanoTime) {
        return locked && lockedUntil - nanoTime > 0;
    }

    long lockedUntil() {
        return lockedUntil;
    }

    void lockFor(long millis, long nanoTime) {
        lockedUntil = nanoTime + TimeUnit.MILLISECONDS.toNanos(millis);
        locked = true;
    }

    boolean isLeadingAt(long nanoTime) {
        return leading && leadsUntil - nanoTime > 0;
    }

    boolean isBusy() {
        return busy;
    }

    void setBusy(boolean value) {
        busy = value;
    }

    Seen seen() {
        return seen;
    }

    String run() {
        return run;
    }

    boolean sharesServerWith(Bucket other) {
        return !run.isEmpty() && run.equals(other.run);
    }

    /** Takes note of the store's time in an answer. */
    void told(StoreTime time) {
        if (time.now() > seen.time()) {
            seen = new Seen(seen.run(), seen.entered(), seen.position(), time.now());
        }
    }

    /**
     * Takes note of a grant.
     *
     * @param late whether the answer had been given up, so that one to a later request may have come before
     * @return false if it is of a record behind what this instance saw, as on a server that was replaced: the numbers may be in use
     */
    boolean accept(BucketGranted grant, boolean late, int quarterSize, long nanoTime) {
        boolean sameRun = grant.run().equals(run);
        run = grant.run();
        locked = false;
        if (grant.count() == 0) {
            return true;
        }
        long entered = grant.window().notBefore();
        int position = grant.first() % quarterSize;
        boolean forward = entered > seen.entered() || (entered == seen.entered() && position >= seen.position());
        if (!forward) {
            return late && sameRun;
        }
        seen = new Seen(run, entered, position + grant.count(), seen.time());
        leading = entered > grant.time().now();
        leadsUntil =
                nanoTime + TimeUnit.MILLISECONDS.toNanos(entered - grant.time().now());
        return true;
    }
}
