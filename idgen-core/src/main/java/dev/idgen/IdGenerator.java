package dev.idgen;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A source of ids of one kind.
 *
 * <p>No two calls ever return equal ids, neither in this process nor in any other that draws from the same namespace;
 * each implementation states the limits of that promise. What happens to null is the same for all, see
 * {@link dev.idgen}. Implementations are safe for use by any number of threads,
 * virtual ones included.
 *
 * @param <T> the id's type
 */
public interface IdGenerator<T> {

    /** Most ids that one call hands out. */
    int MAX_BATCH = 100_000;

    /**
     * Takes one id.
     *
     * @throws IdgenException if no id can be issued before the generator's deadline
     */
    T next();

    /**
     * Takes several ids, in the order of issue. Ids drawn before a failure are lost, never repeated. String ids and
     * counters have one deadline for all, other generators one for each id.
     *
     * @param count how many, 1 to {@value #MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws IdgenException if not all ids can be issued before the generator's deadline
     */
    List<T> next(int count);

    /**
     * Takes one id without blocking the caller.
     *
     * @return completed at once if an id can be had at once, otherwise by the generator's deadline on another thread,
     *     with the id or with what {@link #next()} would have thrown
     */
    CompletableFuture<T> nextAsync();

    /** The kind of ids that this generator makes. */
    IdScheme scheme();

    /**
     * The parts of an id that was issued by now.
     *
     * @throws InvalidIdException if it is not an id of this scheme
     */
    DecodedId decode(T id);

    /**
     * The parts of an id of a scheme whose timestamp wraps: of all times that it may stand for, the latest one by a
     * given moment is taken. For other schemes the moment makes no difference.
     *
     * @param issuedBy a moment at which the id existed already
     * @throws InvalidIdException if it is not an id of this scheme
     */
    default DecodedId decode(T id, Instant issuedBy) {
        checkGiven("issuedBy", issuedBy);
        return decode(id);
    }

    /**
     * The range of all ids stamped in {@code [from, to)}: those whose {@link DecodedId#instant} is in it. That is the
     * time to the scheme's tick, so with ticks of a second a range from half past one begins with the next.
     *
     * <p>An id can be stamped ahead of the clock: by {@code max-lead}, and a string id by
     * {@code idgen.sequence.max-lead}. A range up to the present misses such ids.
     *
     * @param from first instant; before the scheme's first timestamp it stands for that
     * @param to instant after the last, not before {@code from}
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
     * @param zone whose midnight begins the day
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
     * @param zone whose midnight begins the month
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
     * Makes an id for a given time, to give rows that exist already ids of the time when they were made. Only
     * generators of {@code uuid-v7} and {@code ulid} do, whose other bits can all be random.
     *
     * <p>What is not the time is random: 74 bits of a UUID, 80 of a ULID. Such an id equals a given id of the same
     * millisecond with a chance of 2^-74 or 2^-80. Ids of the same millisecond are in no order, nor between the
     * generator's other ids of it.
     *
     * @param instant from 1970 to the scheme's end in the year 10889; the id shows it to the millisecond
     * @throws IllegalArgumentException if the scheme has no timestamp for it
     * @throws UnsupportedOperationException if ids have less than 64 bits that can be random
     */
    default T at(Instant instant) {
        checkGiven("instant", instant);
        throw new UnsupportedOperationException("only generators of uuid-v7 and ulid make ids for a given time");
    }

    /** The id's usual text: decimal digits, hexadecimal digits, a UUID's, as the scheme has it. */
    String format(T id);

    /**
     * The id with a given usual text.
     *
     * @throws InvalidIdException if the text is not an id of this scheme
     */
    T parse(String text);

    /**
     * The same ids as people are to see them: with a prefix, a check symbol, groups of characters, or hidden numbers.
     * {@link #format} and {@link #parse} of the generator that is returned write and read ids so; the ids are as
     * before.
     *
     * @throws IllegalArgumentException if these ids cannot be written so; the message says why
     * @throws UnsupportedOperationException if they have one text only, as those of {@link IdService}
     */
    default IdGenerator<T> withText(PublicText style) {
        checkGiven("style", style);
        throw new UnsupportedOperationException("these ids have one text only, of type " + scheme().name());
    }

    private static void checkGiven(String name, @Nullable Object argument) {
        if (argument == null) {
            throw new IllegalArgumentException("'" + name + "' is null");
        }
    }
}
