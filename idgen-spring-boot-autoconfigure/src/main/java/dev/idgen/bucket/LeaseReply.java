package dev.idgen.bucket;

import dev.idgen.time.Window;
import java.util.Locale;

/** A store's answer about one bucket. */
public sealed interface LeaseReply {

    /** The store's time when it answered. */
    StoreTime time();

    /**
     * Numbers {@code [first, first + count)} of the bucket are the asker's alone within the window.
     *
     * @param first first number in the bucket
     * @param count how many
     * @param window the timestamps they may be stamped with; its start marks the bucket's stay in the quarter
     * @param run the server's run, which changes with each restart and failover; empty if the store cannot tell
     */
    record Granted(int first, int count, Window window, String run, StoreTime time) implements LeaseReply {

        int end() {
            return first + count;
        }
    }

    /** The bucket is closed until its next numbers are safe to use again. */
    record Locked(LockReason reason, long millis, StoreTime time) implements LeaseReply {}

    /** The bucket does not exist yet, and the namespace's creator is about to create it. */
    record Unborn(StoreTime time) implements LeaseReply {}

    /** The stay that granted the lease is over; its window cannot grow any more. */
    record Ended(StoreTime time) implements LeaseReply {}

    /** Why a bucket is locked. The stored form is the name in lower case. */
    enum LockReason {
        /** All four quarters were used within one ttl, or a quarter was used up in less than a second. */
        OVERFLOW,
        /** The server restarted or failed over, and the quarter to go on in is still in use. */
        FAILOVER,
        /** The bucket's record was lost. */
        LOST,
        /** Closed by hand. */
        OPERATOR;

        /** The reason with a given stored form; {@link #OPERATOR} for any other text. */
        public static LockReason parse(String stored) {
            for (LockReason reason : values()) {
                if (reason.stored().equals(stored)) {
                    return reason;
                }
            }
            return OPERATOR;
        }

        public String stored() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
