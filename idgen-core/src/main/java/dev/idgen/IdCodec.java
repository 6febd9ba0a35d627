package dev.idgen;

import java.time.Instant;

/**
 * Reads and writes ids. It asks no store. Null arguments are rejected, as {@link dev.idgen} says. Thread-safe.
 *
 * <p>Each generator can do this. Generators of type {@code existing} can do nothing else, because something else makes
 * their ids.
 *
 * @param <T> the id's type
 */
public interface IdCodec<T> {

    /** The format of the ids. */
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
    DecodedId decode(T id, Instant issuedBy);

    /**
     * The id's usual text, as the scheme defines it: decimal digits, hexadecimal digits or a UUID's text.
     *
     * @throws InvalidIdException if the generator is of type {@code existing} and the number is negative or greater than
     *     {@code max}. The number 0, which a primitive field without an id has, gets a text that {@link #parse} refuses
     */
    String format(T id);

    /**
     * The id that a text stands for.
     *
     * @throws InvalidIdException if the text is not an id of this scheme
     */
    T parse(String text);

    /**
     * A view whose {@link #format} and {@link #parse} use another text: a prefix, a check symbol, groups of characters,
     * or hidden numbers. The ids are the same.
     *
     * @throws IllegalArgumentException if these ids have no such text, such as those of {@link IdService}; the message
     *     says why
     */
    IdCodec<T> withText(PublicText style);
}
