package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.Window;

/**
 * The answer to a question about one bucket. Times are in epoch milliseconds of the store's clock, as the asker
 * believes it.
 */
sealed interface LeaseReply {

    /**
     * Numbers {@code [first, first + count)} of the bucket belong to the asker alone within the window.
     *
     * @param first the first number within the bucket
     * @param count how many numbers; 0 if none were requested, or if the window begins in the future and the asker
     *     wants none of those
     * @param window the timestamps for these numbers; it may begin in the future. Its start identifies the bucket's
     *     stay in the quarter
     * @param happened the event that the question found
     * @param now when the bucket was looked at
     */
    record BucketGranted(int first, int count, Window window, Happened happened, long now) implements LeaseReply {

        /** How far in the future the window begins, in milliseconds; 0 if it has begun. */
        long lead() {
            return Math.max(0, window.notBefore() - now);
        }
    }

    /**
     * The bucket is locked for this many milliseconds. Then its next numbers are safe, and as early as the asker may
     * use them.
     */
    record Locked(Happened happened, long millis) implements LeaseReply {

        /** Whether the reason is that its next window begins too far in the future. */
        boolean isLead() {
            return happened != Happened.OPERATOR && happened != Happened.CLOCK;
        }
    }

    /** The bucket has no value. The register cannot tell whether it was lost or never made. */
    record BucketUnborn() implements LeaseReply {}

    /**
     * The stay that granted the lease is over, so its window cannot grow.
     *
     * @param happened {@link Happened#LOST} or {@link Happened#FAILOVER} if writes may be lost and no instance has
     *     noted that yet
     */
    record Ended(Happened happened) implements LeaseReply {}

    /** The bucket has another ttl, in milliseconds. */
    record OtherTtl(long ttl) implements LeaseReply {}

    /** Other instances want the same bucket now. */
    record Contended() implements LeaseReply {}

    /** What happened to a bucket before a question. */
    enum Happened {
        /** Nothing. */
        NOTHING,
        /** A quarter was used up. */
        OVERFLOW,
        /** The store restarted or failed over, so writes may be lost. */
        FAILOVER,
        /** The bucket's value was lost, is unreadable, or is behind what the asker has seen. */
        LOST,
        /** An operator closed the bucket. */
        OPERATOR,
        /** The bucket is in doubt, and the store's clock is far ahead of the time that the asker expects. */
        CLOCK
    }
}
