package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.string.sequence.BucketRule.Seen;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import java.util.concurrent.TimeUnit;

/**
 * What this instance knows about one bucket. Only the planner writes it. Any thread may call {@link #isLockedAt} and
 * {@link #isBreakerOpen}.
 */
final class Bucket {

    private final int index;
    private final Breaker breaker;

    private volatile boolean locked;
    private volatile long lockedUntil;

    private boolean busy;

    /** Until when, on the monotonic clock and as far as known, its windows begin in the future. */
    private boolean leading;

    private long leadsUntil;

    /** The store's run at the latest look; empty if unknown. Buckets of the same run share a server. */
    private String run = "";

    private Seen seen = Seen.NOTHING;

    Bucket(int index, Breaker breaker) {
        this.index = index;
        this.breaker = breaker;
    }

    int index() {
        return index;
    }

    /** The register's group that contains its value. */
    String group() {
        return Integer.toString(index);
    }

    Breaker breaker() {
        return breaker;
    }

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

    void lookedAt(String itsRun) {
        run = itsRun;
    }

    /** Forgets what was seen before a doubt, which no longer holds. */
    void doubted() {
        seen = Seen.NOTHING;
    }

    /**
     * Notes a grant.
     *
     * @param quarterSize numbers in a quarter
     */
    void granted(BucketGranted grant, int quarterSize, long nanoTime) {
        locked = false;
        leading = grant.lead() > 0;
        leadsUntil = nanoTime + TimeUnit.MILLISECONDS.toNanos(grant.lead());
        if (grant.count() > 0) {
            seen = seen.orLater(new Seen(grant.window().notBefore(), grant.first() % quarterSize + grant.count()));
        }
    }
}
