package dev.idgen.internal.request;

import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.RecurringFact;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Tells operators about a store and what is leased from it. It logs a fact when it begins, and again only after the
 * fact was absent for a while. A message continues its subject: {@code ": bucket {} was lost"}. Used only on the
 * planner's thread.
 */
public final class StoreLog {

    private static final String FAILED = ": {} failed; retrying: {}";
    private static final String SKEWED =
            ": this machine's clock differs from the store's by {} ms, more than 'idgen.clock.max-skew'; ids carry the store's time."
                    + " Uniqueness is not affected";

    private final Logger log;
    private final String subject;
    private final TimeSource time;
    private final Map<String, RecurringFact> facts = new HashMap<>();

    /** @param subject what is leased, the beginning of each message */
    public StoreLog(Logger log, String subject, TimeSource time) {
        this.log = log;
        this.subject = subject;
        this.time = time;
    }

    public void debug(String message, @Nullable Object... arguments) {
        log.debug("{}" + message, withSubject(arguments));
    }

    public void info(String message, @Nullable Object... arguments) {
        log.info("{}" + message, withSubject(arguments));
    }

    public void error(String message, @Nullable Object... arguments) {
        log.error("{}" + message, withSubject(arguments));
    }

    /** Logs a fact when it begins. The message identifies the fact. */
    public void infoOnce(String message, @Nullable Object... arguments) {
        if (begins(message)) {
            info(message, arguments);
        }
    }

    /** Logs a fact when it begins. The message identifies the fact. */
    public void warnOnce(String message, @Nullable Object... arguments) {
        if (begins(message)) {
            log.warn("{}" + message, withSubject(arguments));
        }
    }

    /** Logs a fact when it begins. The message identifies the fact. */
    public void errorOnce(String message, @Nullable Object... arguments) {
        if (begins(message)) {
            error(message, arguments);
        }
    }

    /**
     * Logs a fact when it begins. The message and its first argument identify the fact.
     *
     * @param stored a value from the store; its beginning is shown
     */
    public void errorOncePer(String message, String which, String stored) {
        if (begins(message + which)) {
            error(message, which, Quote.cut(stored, Quote.STORED));
        }
    }

    /** Logs the opposite of a fact, once, if the fact has occurred. */
    public void over(String fact, String message) {
        RecurringFact known = facts.get(fact);
        if (known != null && known.ends(time.nanoTime())) {
            info(message);
        }
    }

    private boolean begins(String fact) {
        return facts.computeIfAbsent(fact, any -> new RecurringFact()).begins(time.nanoTime());
    }

    private Object[] withSubject(@Nullable Object... arguments) {
        return Stream.concat(Stream.of(subject), Stream.of(arguments)).toArray();
    }

    /** Logs that a request failed. */
    public void failed(String what, Throwable failure) {
        if (begins(FAILED)) {
            log.warn("{}" + FAILED, subject, what, Quote.failure(failure));
        } else {
            debug(": {} failed again", what, failure);
        }
    }

    /** Notes that the store granted something. */
    public void granted() {
        over(FAILED, ": leasing again");
    }

    /**
     * Logs the result of comparing the clocks.
     *
     * @param skew how far this machine's clock is ahead of the store's
     */
    public void clock(boolean trusted, Duration skew) {
        if (trusted) {
            over(SKEWED, ": this machine's clock agrees with the store's again");
        } else {
            warnOnce(SKEWED, skew.toMillis());
        }
    }

    /**
     * Logs that idgen ignores a server's clock.
     *
     * @param ahead how far it is ahead of the expected time
     */
    public void clockFarAhead(Duration ahead) {
        errorOnce(
                ": a server's clock is {} ms ahead of the expected time; idgen ignores it for two minutes. Check that clock",
                ahead.toMillis());
    }

    /** Logs an unexpected failure of a task on the planner's thread. */
    public void broken(Throwable bug) {
        error(": a leasing task failed unexpectedly", bug);
    }
}
