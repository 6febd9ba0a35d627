package dev.idgen;

import java.time.Instant;

/**
 * Generates ids that can be made for a given time, for rows that existed before they had ids. These are generators of
 * type {@code uuid-v7} and {@code ulid}, because all other bits of their ids can be random. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface BackdatedIds<T> extends TimeOrderedIds<T> {

    /**
     * Makes an id for a given time.
     *
     * <p>The other bits are random: 74 of a UUID, 80 of a ULID. Two ids of the same millisecond are equal with a
     * probability of 2^-74 or 2^-80. Ids made for the same millisecond have no order, neither among themselves nor
     * relative to the generator's other ids.
     *
     * @param instant from 1970 to the scheme's end in the year 10889; the id shows it to the millisecond
     * @throws IllegalArgumentException if the scheme has no timestamp for it
     */
    T at(Instant instant);
}
