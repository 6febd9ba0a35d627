package dev.idgen;

import dev.idgen.internal.codec.Quote;
import org.jspecify.annotations.Nullable;

/**
 * No sequence number arrived before the deadline. The caller may try again: idgen keeps leasing in the background, and
 * continues without a restart once the store answers.
 */
public class SequenceUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** Why there was no number. */
    public enum Reason {
        /**
         * idgen has not read the namespace from the store yet, so it leased nothing: the store does not answer, or
         * refuses.
         */
        NOT_JOINED("the store has granted nothing since the start"),
        /** Every bucket's circuit breaker is open: the store fails or does not answer. */
        ALL_OPEN("every bucket's circuit breaker is open"),
        /** Every bucket is locked: other instances hold all numbers, or an operator closed the buckets. */
        ALL_LOCKED("every bucket is locked"),
        /**
         * Every bucket is locked, because the namespace is new in this store, or the store failed over or lost data.
         * This passes.
         */
        SETTLING("the namespace is new in this store, or the store failed over or lost data"),
        /** Buckets could be asked, but none delivered in time: the store or this machine is slow. */
        TIMED_OUT("no bucket delivered in time, because the store or this machine is slow"),
        /** The application context closed the sequence. */
        CLOSED("the sequence is closed"),
        /** The waiting thread was interrupted. Its interrupt flag is set. */
        INTERRUPTED("the waiting thread was interrupted");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /**
     * How many buckets were in each state.
     *
     * @param ready buckets that idgen may ask
     * @param open buckets that idgen skips because their circuit breaker is open or half open
     * @param locked buckets that give no numbers yet, after an overflow, a failover or loss of data, or because an
     *     operator closed them
     */
    public record Buckets(int ready, int open, int locked) {}

    private final Reason reason;
    private final Buckets buckets;

    /**
     * @param reason why there was no number
     * @param buckets the buckets' states at that moment
     * @param lockedMillis how long the first locked bucket stays locked, in ms; 0 if none is
     * @param waitedMillis how long the caller waited, in ms
     * @param cause the store's latest failure; null if there was none
     */
    public SequenceUnavailableException(
            Reason reason, Buckets buckets, long lockedMillis, long waitedMillis, @Nullable Throwable cause) {
        super(message(reason, buckets, lockedMillis, waitedMillis, cause), cause);
        this.reason = reason;
        this.buckets = buckets;
    }

    private static String message(
            Reason reason, Buckets buckets, long lockedMillis, long waitedMillis, @Nullable Throwable cause) {
        String message = "no sequence number after " + waitedMillis + " ms: " + reason.text;
        if (reason != Reason.NOT_JOINED && reason != Reason.CLOSED) {
            message += " (buckets: " + buckets.ready() + " ready, " + buckets.open() + " open, " + buckets.locked()
                    + " locked" + (lockedMillis == 0 ? ")" : ", the first for " + lockedMillis + " ms)");
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
