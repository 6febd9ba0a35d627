package dev.idgen.internal.string.sequence;

import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers granted to this instance, which hands them out in chunks.
 *
 * <p>{@code taken} grows by compare-and-set up to the count, so each number leaves the lease once. The window only
 * grows. It is written before the deadline, so a thread that sees a deadline sees a window at least that long.
 */
final class Lease {

    private final Bucket bucket;
    private final BucketGranted grant;
    private final int base;
    private final boolean recovery;
    private final Permit permit;
    private final AtomicInteger taken = new AtomicInteger();
    private final long notBefore;
    private volatile long notAfter;
    private volatile long deadlineNanos;

    /** Planner only: when an extension was last requested, and whether more may follow. */
    private long extendedNanos;

    private boolean extendable;

    /** Whether leases may be used. All leases granted in the same period share one. */
    static final class Permit {

        private volatile boolean revoked;

        void revoke() {
            revoked = true;
        }
    }

    /**
     * @param base the sequence number of the grant's first number
     * @param requestedNanos monotonic nanoseconds before the lease was requested. Its time counts from there, so the
     *     lease ends too early rather than too late
     * @param recovery whether its numbers are for recovery, so its window cannot grow
     */
    Lease(Bucket bucket, BucketGranted grant, int base, long requestedNanos, boolean recovery, Permit permit) {
        this.bucket = bucket;
        this.grant = grant;
        this.base = base;
        this.recovery = recovery;
        this.permit = permit;
        this.notBefore = grant.window().notBefore();
        this.notAfter = grant.window().notAfter();
        this.deadlineNanos = deadlineNanos(grant, requestedNanos);
        this.extendedNanos = requestedNanos;
        this.extendable = !recovery;
    }

    private static long deadlineNanos(BucketGranted grant, long requestedNanos) {
        return requestedNanos + TimeUnit.MILLISECONDS.toNanos(grant.window().notAfter() - grant.lookMillis());
    }

    Bucket bucket() {
        return bucket;
    }

    BucketGranted grant() {
        return grant;
    }

    /** The last allowed timestamp, as told by the store. */
    long notAfter() {
        return notAfter;
    }

    boolean isRecovery() {
        return recovery;
    }

    boolean isExtendable() {
        return extendable;
    }

    /** The allowed timestamp that is nearest to {@code millis}. */
    long clamp(long millis) {
        return Math.min(Math.max(millis, notBefore), notAfter);
    }

    boolean isOpenAt(long nanoTime) {
        return !permit.revoked && deadlineNanos - nanoTime > 0;
    }

    /** Whether this instance must never use it again. */
    boolean isRevoked() {
        return permit.revoked;
    }

    int taken() {
        return taken.get();
    }

    int remaining() {
        return grant.count() - taken.get();
    }

    /**
     * Moves up to {@code want} numbers into a stripe. It takes about a quarter of the rest at most, so others find
     * some.
     */
    boolean cutInto(Stripe<?> stripe, int want) {
        for (; ; ) {
            int from = taken.get();
            int left = grant.count() - from;
            if (left == 0) {
                return false;
            }
            int size = Math.min(want, left / 4 + 1);
            if (taken.compareAndSet(from, from + size)) {
                stripe.receive(this, base + from, base + from + size);
                return true;
            }
        }
    }

    /**
     * Whether to request an extension now.
     *
     * @param intervalNanos the time until the next such call, and the shortest time between two extensions
     * @param leastNanos how long the lease should be open at any time, if possible
     */
    boolean wantsExtension(long nanoTime, long intervalNanos, long leastNanos) {
        return extendable
                && remaining() > 0
                && nanoTime - extendedNanos >= intervalNanos
                && deadlineNanos - nanoTime < leastNanos + intervalNanos
                && isOpenAt(nanoTime);
    }

    void extensionRequested(long nanoTime) {
        extendedNanos = nanoTime;
    }

    void extend(BucketGranted longer, long requestedNanos) {
        notAfter = Math.max(notAfter, longer.window().notAfter());
        long nextNanos = deadlineNanos(longer, requestedNanos);
        deadlineNanos = nextNanos - deadlineNanos > 0 ? nextNanos : deadlineNanos;
    }

    void endExtensions() {
        extendable = false;
    }
}
