package dev.idgen;

import dev.idgen.internal.codec.Quote;
import org.jspecify.annotations.Nullable;

/**
 * No number of a counter came in before the deadline. The caller may try again; it is not known what the store did
 * meanwhile, so numbers may have been skipped, but none is repeated.
 *
 * <p>Of a transactional counter: the transaction is to be rolled back, and may be tried again as a whole. Nothing is
 * skipped.
 */
public class CounterUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** Why there was no number. */
    public enum Reason {
        /** The store did not answer in time, or the deadline of the transaction had passed. */
        TIMED_OUT("the store did not answer in time"),
        /** The store failed. */
        FAILED("the store failed"),
        /** Another transaction held the number that comes next, and did not end in time; of a transactional counter. */
        LOCKED(
                "another transaction has the number before, and has not ended: keep transactions short, take the number last, or raise"
                        + " 'acquire-timeout'"),
        /**
         * The database refused to go on with the transaction because of another: a deadlock, or an isolation level that
         * does not allow to see what the other one has committed; of a transactional counter.
         */
        CONFLICT(
                "the database gives way to another transaction: roll back, and try the whole transaction again; at READ COMMITTED only"
                        + " deadlocks need that"),
        /** The generator was closed with its application context. */
        CLOSED("the generator is closed"),
        /** The waiting thread was interrupted; its interrupt flag is set. */
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
     * @param waitedMillis how long the caller waited
     * @param cause the latest failure of the store, if there was one
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
