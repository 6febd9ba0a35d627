package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.Window;

/**
 * The answer to a question about one bucket. Times are in epoch milliseconds of the store's clock, as the asker
 * believes it.
 */
sealed interface LeaseReply {

    /**
     * Numbers {@code [first, first + count)} of the bucket are the asker's alone within the window.
     *
     * @param first first number in the bucket
     * @param count how many; none if none were asked for, or if the window begins in the future and the asker wants no
     *     such
     * @param window the timestamps they may be stamped with; it may begin in the future. Its start marks the bucket's
     *     stay in the quarter
     * @param happened what was found to have happened
     * @param now when the bucket was looked at
     */
    record BucketGranted(int first, int count, Window window, Happened happened, long now) implements LeaseReply {

        /** How far in the future the window begins, in milliseconds; 0 if it has begun. */
        long lead() {
            return Math.max(0, window.notBefore() - now);
        }
    }

    /** The bucket is locked until its next numbers are safe to use, as early as the asker may use them. */
    record Locked(Happened happened, long millis) implements LeaseReply {

        /** Whether that is because its next window begins too far in the future. */
        boolean isLead() {
            return happened != Happened.OPERATOR && happened != Happened.CLOCK;
        }
    }

    /** The bucket has no value. Whether it was lost or never made, the register cannot tell. */
    record BucketUnborn() implements LeaseReply {}

    /**
     * The stay that granted the lease is over; its window cannot grow any more.
     *
     * @param happened {@link Happened#LOST} or {@link Happened#FAILOVER} if that is so because writes may be lost,
     *     which no instance has noted yet
     */
    record Ended(Happened happened) implements LeaseReply {}

    /** The bucket is used with another ttl: in milliseconds. */
    record OtherTtl(long ttl) implements LeaseReply {}

    /** Others want the same bucket at this moment. */
    record Contended() implements LeaseReply {}

    /** The event that a question found a bucket to have had since the one before. */
    enum Happened {
        /** Nothing. */
        NOTHING,
        /** A quarter was used up. */
        OVERFLOW,
        /** The store restarted or failed over, so that writes may be lost. */
        FAILOVER,
        /** The bucket's value was lost, cannot be read, or is behind what the asker has seen of it. */
        LOST,
        /** It was closed by hand. */
        OPERATOR,
        /** The bucket is in doubt, and the store's clock far ahead of what the asker expects. */
        CLOCK
    }
}
