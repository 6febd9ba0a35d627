package dev.idgen.internal.request;

import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Says what an operator should know of a store and of what is leased from it: a fact when it begins, and again only
 * after it has not been met for a while. A message goes on from its subject: {@code ": bucket {} was lost"}. Used by
 * the planner only.
 */
public final class StoreLog {

    private static final String FAILED = ": {} failed; retrying: {}";
    private static final String SKEWED =
            ": this machine's clock differs from the store's by {} ms, more than 'idgen.clock.max-skew'; ids carry the store's time."
                    + " Uniqueness is not affected";

    private final Logger log;
    private final String subject;
    private final TimeSource time;
    private final Map<String, LogThrottle> facts = new HashMap<>();

    /** @param subject what is leased, as the beginning of a message */
    public StoreLog(Logger log, String subject, TimeSource time) {
        this.log = log;
        this.subject = subject;
        this.time = time;
    }

    /** Where it goes, for messages without the subject. */
    public Logger logger() {
        return log;
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

    /** A fact, known by its message. */
    public void warnOnce(String message, @Nullable Object... arguments) {
        if (begins(message)) {
            log.warn("{}" + message, withSubject(arguments));
        }
    }

    /** A fact, known by its message. */
    public void errorOnce(String message, @Nullable Object... arguments) {
        if (begins(message)) {
            error(message, arguments);
        }
    }

    /** The opposite of a fact, which is said once if that was met. */
    public void over(String fact, String message) {
        if (throttle(fact).ends(time.nanoTime())) {
            info(message);
        }
    }

    private boolean begins(String fact) {
        return throttle(fact).begins(time.nanoTime());
    }

    private LogThrottle throttle(String fact) {
        return facts.computeIfAbsent(fact, any -> new LogThrottle());
    }

    private Object[] withSubject(@Nullable Object... arguments) {
        return Stream.concat(Stream.of(subject), Stream.of(arguments)).toArray();
    }

    /** A request failed. */
    public void failed(String what, Throwable failure) {
        if (begins(FAILED)) {
            log.warn("{}" + FAILED, subject, what, Quote.failure(failure));
        } else {
            debug(": {} failed again", what, failure);
        }
    }

    /** The store granted something. */
    public void granted() {
        over(FAILED, ": leasing again");
    }

    /**
     * The clocks were compared.
     *
     * @param skew how far this machine's is ahead of the store's
     */
    public void clock(boolean trusted, Duration skew) {
        if (trusted) {
            over(SKEWED, ": this machine's clock agrees with the store's again");
        } else {
            warnOnce(SKEWED, skew.toMillis());
        }
    }

    /**
     * A server's clock is not followed.
     *
     * @param ahead how far it is ahead of what was expected
     */
    public void clockFarAhead(Duration ahead) {
        errorOnce(
                ": the clock of a server of the store is {} ms ahead of what it was; it is not followed for two minutes."
                        + " Is that server's clock right?",
                ahead.toMillis());
    }

    /** A task of the planner failed unexpectedly. */
    public void broken(Throwable bug) {
        error(": a leasing task failed unexpectedly", bug);
    }
}
