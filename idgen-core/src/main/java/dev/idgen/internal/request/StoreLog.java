package dev.idgen.internal.request;

import dev.idgen.IdgenException;
import java.time.Duration;
import org.slf4j.Logger;

/**
 * Says what an operator should know of a store: a fact when it begins, and again only after it has not been met for a
 * while. Used by the planner only.
 */
public final class StoreLog {

    private final Logger log;
    private final String subject;
    private final LogThrottle failures = new LogThrottle();
    private final LogThrottle skews = new LogThrottle();
    private final LogThrottle farAhead = new LogThrottle();

    /** @param subject what is leased, as the beginning of a message */
    public StoreLog(Logger log, String subject) {
        this.log = log;
        this.subject = subject;
    }

    /** A request failed. */
    public void failed(String what, Throwable failure, long nanoTime) {
        if (failures.begins(nanoTime)) {
            log.warn("{}: {} failed; retrying: {}", subject, what, IdgenException.describe(failure));
        } else {
            log.debug("{}: {} failed again", subject, what, failure);
        }
    }

    /** The store granted something. */
    public void granted(long nanoTime) {
        if (failures.ends(nanoTime)) {
            log.info("{}: leasing again", subject);
        }
    }

    /**
     * The clocks were compared.
     *
     * @param skew how far this machine's is ahead of the store's
     */
    public void clock(boolean trusted, Duration skew, long nanoTime) {
        if (!trusted) {
            if (skews.begins(nanoTime)) {
                log.warn(
                        "{}: this machine's clock differs from the store's by {} ms, more than 'idgen.clock.max-skew'; ids"
                                + " carry the store's time. Uniqueness is not affected",
                        subject,
                        skew.toMillis());
            }
        } else if (skews.ends(nanoTime)) {
            log.info("{}: this machine's clock agrees with the store's again", subject);
        }
    }

    /**
     * A server's clock is not followed.
     *
     * @param ahead how far it is ahead of what was expected
     */
    public void clockFarAhead(Duration ahead, long nanoTime) {
        if (farAhead.begins(nanoTime)) {
            log.error(
                    "{}: the clock of a server of the store is {} ms ahead of what it was; it is not followed for two minutes."
                            + " Is that server's clock right?",
                    subject,
                    ahead.toMillis());
        }
    }

    /** A task of the planner failed unexpectedly. */
    public void broken(Throwable bug) {
        log.error("{}: a leasing task failed unexpectedly", subject, bug);
    }
}
