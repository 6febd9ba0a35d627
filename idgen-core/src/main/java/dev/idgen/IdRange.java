package dev.idgen;

import dev.idgen.internal.codec.Word128;
import java.util.UUID;

/**
 * A half-open range of ids, for {@code where id >= ? and id < ?}.
 *
 * @param from lower bound, inclusive; not necessarily an issued id
 * @param to upper bound, exclusive
 * @param <T> the ids' type
 */
public record IdRange<T>(T from, T to) {

    /**
     * Whether an id is in the range. UUIDs are compared as unsigned numbers, as databases do, and unlike
     * {@link UUID#compareTo}.
     *
     * @throws ClassCastException if ids of the type have no order
     */
    public boolean contains(T id) {
        return compare(from, id) <= 0 && compare(id, to) < 0;
    }

    @SuppressWarnings("unchecked") // a comparable class is comparable to itself
    private static int compare(Object one, Object other) {
        return one instanceof UUID first && other instanceof UUID second
                ? word(first).compareTo(word(second))
                : ((Comparable<Object>) one).compareTo(other);
    }

    private static Word128 word(UUID id) {
        return new Word128(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }
}
