package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.string.sequence.LeaseReply.Cause;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What this instance knows about one bucket. Only the planner writes it. Any thread may call {@link #isLockedAt} and
 * {@link #isBreakerOpen}.
 */
final class Bucket {

    private final int index;
    private final String group;
    private final Breaker breaker;

    private volatile boolean locked;
    private volatile long lockedUntil;
    private volatile @Nullable Cause lockedBy;

    private boolean busy;

    /**
     * @param group the register's group that contains its value
     * @param breaker its group's
     */
    Bucket(int index, String group, Breaker breaker) {
        this.index = index;
        this.group = group;
        this.breaker = breaker;
    }

    int index() {
        return index;
    }

    String group() {
        return group;
    }

    /** The name of its value in the group. */
    String name() {
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

    /** Whether it is locked because writes may be missing, or the namespace is new. */
    boolean isUnsettledAt(long nanoTime) {
        return isLockedAt(nanoTime) && (lockedBy == Cause.DOUBT || lockedBy == Cause.YOUNG);
    }

    /** @param cause null if a request could not be answered */
    void lockFor(long millis, long nanoTime, @Nullable Cause cause) {
        lockedBy = cause;
        lockedUntil = nanoTime + TimeUnit.MILLISECONDS.toNanos(millis);
        locked = true;
    }

    boolean isBusy() {
        return busy;
    }

    void setBusy(boolean value) {
        busy = value;
    }

    void unlock() {
        locked = false;
    }
}
