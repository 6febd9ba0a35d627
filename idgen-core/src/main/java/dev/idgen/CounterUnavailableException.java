package dev.idgen;

import dev.idgen.internal.codec.Quote;
import org.jspecify.annotations.Nullable;

/**
 * No number of a counter arrived before the deadline. The caller may try again. The store may have counted anyway:
 * numbers may be skipped, but are never repeated.
 *
 * <p>With a transactional counter, roll the transaction back; you may then repeat it as a whole. No number is skipped.
 */
public class CounterUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** Why there was no number. */
    public enum Reason {
        /** The store did not answer in time, or the transaction's deadline had passed. */
        TIMED_OUT("the store did not answer in time"),
        /** The store failed. */
        FAILED("the store failed"),
        /** Only transactional counters: another transaction holds the previous number and did not end in time. */
        LOCKED(
                "another transaction holds the previous number, and has not ended: keep transactions short, take the number last, or raise"
                        + " 'acquire-timeout'"),
        /**
         * Only transactional counters: the database aborted the statement because of another transaction. Either there
         * was a deadlock, or the isolation level hides what the other transaction committed.
         */
        CONFLICT(
                "the database gave priority to another transaction: roll back, and repeat the whole transaction; at READ COMMITTED only"
                        + " deadlocks cause this"),
        /** The application context closed the generator. */
        CLOSED("the generator is closed"),
        /** The waiting thread was interrupted. Its interrupt flag is set. */
        INTERRUPTED("the waiting thread was interrupted");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Reason reason;

    /**
     * @param counter the counter's name
     * @param reason why there was no number
     * @param waitedMillis how long the caller waited, in ms
     * @param cause the store's latest failure; null if there was none
     */
    public CounterUnavailableException(String counter, Reason reason, long waitedMillis, @Nullable Throwable cause) {
        super(
                "no number of '" + counter + "' after " + waitedMillis + " ms: " + reason.text
                        + (cause == null ? "" : "; latest failure: " + Quote.failure(cause)),
                cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
