package dev.idgen;

import dev.idgen.internal.codec.Quote;
import org.jspecify.annotations.Nullable;

/**
 * No sequence number came in before the deadline. The caller may try again: leasing goes on in the background and ids
 * flow again, without a restart, as soon as the store answers.
 */
public class SequenceUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** Why there was no number. */
    public enum Reason {
        /**
         * The namespace could not be read from the store yet, so nothing was leased: it does not answer, or refuses.
         */
        NOT_JOINED("the store has granted nothing since the start"),
        /** Every bucket's circuit breaker is open: the store fails or does not answer. */
        ALL_OPEN("every bucket's circuit breaker is open"),
        /** Every bucket is locked: the fleet draws more than its capacity, or the store lost its data. */
        ALL_LOCKED("every bucket is locked"),
        /** Buckets are open, locked or busy, and none delivered in time. */
        TIMED_OUT("no bucket delivered in time"),
        /** The sequence was closed with its application context. */
        CLOSED("the sequence is closed"),
        /** The waiting thread was interrupted; its interrupt flag is set. */
        INTERRUPTED("the waiting thread was interrupted");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /**
     * How many buckets were in which state.
     *
     * @param ready could be asked
     * @param open stepped round because their circuit breaker is open or half open
     * @param locked give no numbers yet, after an overflow, a failover or lost data, or because an operator closed them
     */
    public record Buckets(int ready, int open, int locked) {}

    private final Reason reason;
    private final Buckets buckets;

    /**
     * @param reason why there was no number
     * @param buckets the buckets' states at that moment
     * @param waitedMillis how long the caller waited
     * @param cause the latest failure of the store, if there was one
     */
    public SequenceUnavailableException(Reason reason, Buckets buckets, long waitedMillis, @Nullable Throwable cause) {
        super(message(reason, buckets, waitedMillis, cause), cause);
        this.reason = reason;
        this.buckets = buckets;
    }

    private static String message(Reason reason, Buckets buckets, long waitedMillis, @Nullable Throwable cause) {
        String message = "no sequence number after " + waitedMillis + " ms: " + reason.text;
        if (reason != Reason.NOT_JOINED && reason != Reason.CLOSED) {
            message += " (buckets: " + buckets.ready() + " ready, " + buckets.open() + " open, " + buckets.locked()
                    + " locked)";
        }
        return cause == null ? message : message + "; latest failure: " + Quote.failure(cause);
    }

    public Reason reason() {
        return reason;
    }

    public Buckets buckets() {
        return buckets;
    }
}
