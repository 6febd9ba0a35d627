package dev.idgen;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids of one kind.
 *
 * <p>No two calls return equal ids, in this process or in any other that draws from the same namespace. Each
 * implementation states the limits of that promise. Null arguments are rejected, as {@link dev.idgen} says.
 * Implementations are safe for any number of threads, including virtual ones.
 *
 * @param <T> the id's type
 */
public interface IdGenerator<T> {

    /** The most ids that one call returns. */
    int MAX_BATCH = 100_000;

    /**
     * Takes one id.
     *
     * @throws IdgenException if the generator can issue no id before its deadline
     */
    T next();

    /**
     * Takes several ids, in the order of issue. Ids drawn before a failure are lost, never repeated. String ids and
     * counters have one deadline for the whole call, other generators one for each id.
     *
     * @param count how many, 1 to {@value #MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws IdgenException if the generator cannot issue all ids before its deadline
     */
    List<T> next(int count);

    /**
     * Takes one id without blocking the caller.
     *
     * @return completed on return if an id is available, otherwise on another thread by the generator's deadline. Its
     *     result is the id, or the exception that {@link #next()} would throw
     */
    CompletableFuture<T> nextAsync();

    /**
     * Takes one id for a request, or returns the id that the request already has, for example if a client retries.
     * Calls with the same request key at the same time return the same id. Request keys are part of the caller's
     * transaction: if it rolls back, neither id nor request key is taken. Only counters with {@code transactional:
     * true} support this. They know a request key for {@code idgen.jdbc.request-key-retention}.
     *
     * @param requestKey the client's name of the request, not the key of {@link KeyedIds}: 1 to 128 characters
     *     {@code [0-9A-Za-z._:-]}, case-sensitive. Each generator, and each of its keys, has request keys of its own
     * @throws InvalidKeyException if the request key is anything else
     * @throws IdgenException if the generator can issue no id before its deadline
     * @throws UnsupportedOperationException if this is not a transactional counter in a database
     */
    default T nextForRequest(String requestKey) {
        checkGiven("requestKey", requestKey);
        throw new UnsupportedOperationException("only transactional counters know request keys");
    }

    /** The format of this generator's ids. */
    IdScheme scheme();

    /**
     * The parts of an id that has already been issued.
     *
     * @throws InvalidIdException if it is not an id of this scheme
     */
    DecodedId decode(T id);

    /**
     * The parts of an id of a scheme whose timestamp wraps. Such an id is ambiguous, so idgen takes the latest
     * time that is not after the given moment. For other schemes the moment makes no difference.
     *
     * @param issuedBy a moment at which the id already existed
     * @throws InvalidIdException if it is not an id of this scheme
     */
    default DecodedId decode(T id, Instant issuedBy) {
        checkGiven("issuedBy", issuedBy);
        return decode(id);
    }

    /**
     * The range of all ids stamped in {@code [from, to)}: those whose {@link DecodedId#instant} is in it. Both bounds
     * are rounded up to the scheme's tick: with ticks of a second, a range from 12:00:00.5 begins at 12:00:01.
     *
     * <p>An id of a generator can be stamped ahead of the clock, by at most {@code max-lead}. A range that ends now
     * misses such ids.
     *
     * @param from first instant; a time before the scheme's first timestamp stands for that timestamp
     * @param to the instant after the last, not before {@code from}
     * @throws IllegalArgumentException if {@code to} is before {@code from}, or the scheme has no timestamp for one of
     *     them
     * @throws UnsupportedOperationException if the ids do not sort by time; the message says why
     */
    default IdRange<T> range(Instant from, Instant to) {
        checkGiven("from", from);
        checkGiven("to", to);
        throw new UnsupportedOperationException("this generator has no ranges of time");
    }

    /**
     * The range of all ids stamped on a day, see {@link #range(Instant, Instant)}.
     *
     * @param zone the day begins at midnight in this zone
     */
    default IdRange<T> range(LocalDate day, ZoneId zone) {
        checkGiven("zone", zone);
        checkGiven("day", day);
        LocalDate next = day.plusDays(1);
        return range(day.atStartOfDay(zone).toInstant(), next.atStartOfDay(zone).toInstant());
    }

    /**
     * The range of all ids stamped in a month, see {@link #range(Instant, Instant)}.
     *
     * @param zone the month begins at midnight in this zone
     */
    default IdRange<T> range(YearMonth month, ZoneId zone) {
        checkGiven("zone", zone);
        checkGiven("month", month);
        LocalDate next = month.plusMonths(1).atDay(1);
        return range(
                month.atDay(1).atStartOfDay(zone).toInstant(),
                next.atStartOfDay(zone).toInstant());
    }

    /**
     * Makes an id for a given time, for rows that existed before they had ids. Only generators of {@code uuid-v7} and
     * {@code ulid} support this, because all their other bits can be random.
     *
     * <p>The other bits are random: 74 of a UUID, 80 of a ULID. Two ids of the same millisecond are equal with a
     * probability of 2^-74 or 2^-80. Ids made for the same millisecond have no order, neither among themselves nor
     * relative to the generator's other ids.
     *
     * @param instant from 1970 to the scheme's end in the year 10889; the id shows it to the millisecond
     * @throws IllegalArgumentException if the scheme has no timestamp for it
     * @throws UnsupportedOperationException if fewer than 64 bits of an id can be random
     */
    default T at(Instant instant) {
        checkGiven("instant", instant);
        throw new UnsupportedOperationException("only generators of uuid-v7 and ulid make ids for a given time");
    }

    /** The id's usual text, as the scheme defines it: decimal digits, hexadecimal digits or a UUID's text. */
    String format(T id);

    /**
     * The id that a text stands for.
     *
     * @throws InvalidIdException if the text is not an id of this scheme
     */
    T parse(String text);

    /**
     * A view of this generator whose {@link #format} and {@link #parse} use another text: a prefix, a check symbol,
     * groups of characters, or hidden numbers. The ids are the same.
     *
     * @throws IllegalArgumentException if these ids have no such text; the message says why
     * @throws UnsupportedOperationException if these ids have only one text, such as those of {@link IdService}
     */
    default IdGenerator<T> withText(PublicText style) {
        checkGiven("style", style);
        throw new UnsupportedOperationException("ids of type " + scheme().name() + " have only one text");
    }

    private static void checkGiven(String name, @Nullable Object argument) {
        if (argument == null) {
            throw new IllegalArgumentException("'" + name + "' is null");
        }
    }
}
