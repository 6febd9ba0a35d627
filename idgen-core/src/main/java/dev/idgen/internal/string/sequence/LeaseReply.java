package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.time.Window;

/** The answer to a question about one bucket. Times are in epoch milliseconds of the store's clock. */
sealed interface LeaseReply {

    /**
     * Numbers {@code [first, first + count)} of the bucket belong to the asker alone within the window.
     *
     * @param first the first number within the bucket
     * @param count how many numbers, at least 1
     * @param window the timestamps for these numbers; it has begun
     * @param lookMillis when the bucket was looked at
     */
    record BucketGranted(int first, int count, Window window, long lookMillis) implements LeaseReply {}

    /** The bucket is locked for this many milliseconds. Then it may have numbers again. */
    record Locked(Cause cause, long millis) implements LeaseReply {}

    /** The window cannot grow any more. */
    record Ended() implements LeaseReply {}

    /** The bucket's group cannot be used now. */
    record Blocked(Obstacle obstacle) implements LeaseReply {}

    /** Why a bucket is locked. */
    enum Cause {
        /** Writes to the group may be missing, and the slot of the doubt is not over. */
        DOUBT,
        /** All recovery numbers are granted, and the slot of the doubt is over. */
        RECOVERY,
        /** All numbers are granted, and windows of each part are open. */
        OVERFLOW,
        /** An operator closed the bucket. */
        OPERATOR,
        /** The store's clock is far ahead of the time that the asker expects. */
        CLOCK
    }
}
