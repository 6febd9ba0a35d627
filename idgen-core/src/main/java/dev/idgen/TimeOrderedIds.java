package dev.idgen;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids that sort by time, so that a primary key finds rows by the time when they were created. These are
 * {@link IdService}, and generators of type {@code snowflake}, {@code js-safe}, {@code sonyflake}, {@code instagram},
 * {@code tsid}, {@code flake}, {@code object-id}, {@code ulid}, {@code uuid-v6}, {@code uuid-v7}, {@code eight-byte} in
 * mode {@code time-sequential}, and {@code custom} if the whole timestamp comes first; none of them if {@code scramble}
 * is on. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface TimeOrderedIds<T> extends IdGenerator<T> {

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
     */
    IdRange<T> range(Instant from, Instant to);

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

    private static void checkGiven(String name, @Nullable Object argument) {
        if (argument == null) {
            throw new IllegalArgumentException("'" + name + "' is null");
        }
    }
}
