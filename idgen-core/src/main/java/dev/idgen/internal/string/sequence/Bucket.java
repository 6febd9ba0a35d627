package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.string.sequence.LeaseReply.Cause;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What this instance knows about one bucket. Only the planner writes it. Any thread may call {@link #lockedNanos},
 * {@link #isLockedAt} and {@link #isUnsettledAt}.
 */
final class Bucket {

    private final int index;
    private final String group;
    private final Breaker breaker;

    /** Null if it is not locked. */
    private volatile @Nullable Lock lock;

    private boolean busy;

    /** @param cause null if a request could not be answered */
    private record Lock(long untilNanos, @Nullable Cause cause) {}

    /**
     * @param group the lease store's group that contains its value
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

    /** For how long it is locked; 0 or less if it is not. */
    long lockedNanos(long nanoTime) {
        Lock present = lock;
        return present == null ? 0 : present.untilNanos() - nanoTime;
    }

    boolean isLockedAt(long nanoTime) {
        return lockedNanos(nanoTime) > 0;
    }

    /** Whether it is locked because writes may be missing, or the namespace is new. */
    boolean isUnsettledAt(long nanoTime) {
        Lock present = lock;
        return isLockedAt(nanoTime)
                && present != null
                && (present.cause() == Cause.DOUBT || present.cause() == Cause.RECOVERY);
    }

    /** @param cause null if a request could not be answered */
    void lockFor(long millis, long nanoTime, @Nullable Cause cause) {
        lock = new Lock(nanoTime + TimeUnit.MILLISECONDS.toNanos(millis), cause);
    }

    boolean isBusy() {
        return busy;
    }

    void setBusy(boolean value) {
        busy = value;
    }

    void unlock() {
        lock = null;
    }
}
