package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.Window;
import java.util.Locale;

/** A store's answer about one bucket. */
public sealed interface LeaseReply {

    /** The store's time when it answered. */
    StoreTime time();

    /**
     * Numbers {@code [first, first + count)} of the bucket are the asker's alone within the window.
     *
     * @param first first number in the bucket
     * @param count how many; none if none were asked for
     * @param window the timestamps they may be stamped with; it may begin in the future. Its start marks the bucket's stay in
     *     the quarter
     * @param run the server's run, which changes with each restart and failover; empty if the store cannot tell
     * @param happened what this request found to have happened
     */
    record BucketGranted(int first, int count, Window window, String run, Happened happened, StoreTime time)
            implements LeaseReply {

        int end() {
            return first + count;
        }
    }

    /** The bucket is locked until its next numbers are safe to use, as early as the asker may use them. */
    record Locked(Happened happened, long millis, StoreTime time) implements LeaseReply {}

    /** The bucket has no record. Whether it was lost or never made, the store cannot tell. */
    record BucketUnborn(StoreTime time) implements LeaseReply {}

    /**
     * The stay that granted the lease is over; its window cannot grow any more.
     *
     * @param happened {@link Happened#LOST} or {@link Happened#FAILOVER} if that is so because writes may be lost, which nobody has
     *     taken note of yet
     */
    record Ended(Happened happened, StoreTime time) implements LeaseReply {}

    /** The event that a request found a bucket to have had since the request before. The stored form is the name in lower case. */
    enum Happened {
        /** Nothing. */
        NOTHING,
        /** A quarter was used up. */
        OVERFLOW,
        /** The server restarted or failed over, so that writes may be lost. */
        FAILOVER,
        /** The server does not tell of failovers, and the asker's connection is younger than the latest doubt. */
        CONNECTION,
        /** The bucket's record was lost, or is behind what the asker has seen of it. */
        LOST,
        /** It was closed by hand. */
        OPERATOR,
        /** The bucket is in doubt, and the server's clock far ahead of what the asker expects: nothing was changed. */
        CLOCK,
        /** The bucket is in doubt, and the asker does not know how long leases may be: nothing was changed. */
        UNREAD;

        /**
         * Returns what a stored form says.
         *
         * @throws IllegalArgumentException if it is not one
         */
        public static Happened parse(String stored) {
            return stored.isEmpty() ? NOTHING : valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }
}
