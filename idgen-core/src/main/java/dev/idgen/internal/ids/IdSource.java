package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.IdgenException;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.monitor.Monitored;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where a generator's ids come from: numbers of up to 128 bits, each issued once. {@link Ids} turns them into ids of a
 * form. Thread-safe.
 */
public interface IdSource extends Monitored {

    /**
     * Takes a number.
     *
     * @throws IdgenException if there is none before the deadline
     */
    <T> T next(IdType<T> form);

    /** Like {@link #next}, but returns the number's lower 64 bits. */
    default long nextLong() {
        return next(IdType.LONG);
    }

    /**
     * Like {@link #nextLong()}, with a value in the field {@code route}.
     *
     * @throws IllegalArgumentException if the field does not hold the value; the message says its range
     * @throws UnsupportedOperationException if there is no such field
     */
    default long nextLong(long route) {
        throw new UnsupportedOperationException("ids of type " + scheme().name() + " have no field 'route'");
    }

    /** Takes several numbers, in the order of issue. */
    default <T> List<T> next(int count, IdType<T> form) {
        return Batches.list(count, () -> next(form));
    }

    /** Like {@link #next(int, IdType)}, but returns the numbers' lower 64 bits. */
    default long[] nextLongs(int count) {
        return Batches.longs(count, this::nextLong);
    }

    /** Takes a number without blocking the caller. The future completes by the deadline. */
    <T> CompletableFuture<T> nextAsync(IdType<T> form);

    /**
     * Takes a number for a request, or returns the one that it already has.
     *
     * @throws UnsupportedOperationException if it is not a transactional counter
     */
    default <T> T nextForRequest(String requestKey, IdType<T> form) {
        throw new UnsupportedOperationException("ids of type " + scheme().name()
                + " know no request keys: only counters with 'transactional: true' in a database do");
    }

    /**
     * The settings that decide which of its ids are equal and what an id means, by name. They must be equal in all
     * instances of a namespace. Empty if ids are unique whatever the settings are.
     */
    default Map<String, Object> sharedSettings() {
        return Map.of();
    }

    /** How many bits a number in a text can have. */
    int bits();

    /**
     * The least number of all ids stamped at an instant or later.
     *
     * @throws IllegalArgumentException if the scheme has no timestamp so late
     * @throws UnsupportedOperationException if ids do not sort by time
     */
    default Word128 floor(Instant instant) {
        throw unordered(scheme().tick() == null ? "they carry no time" : "their order says nothing");
    }

    /**
     * A number for a given time; all its other bits are random.
     *
     * @throws IllegalArgumentException if there is none
     * @throws UnsupportedOperationException if fewer than 64 bits can be random
     */
    default Word128 at(Instant instant) {
        throw new UnsupportedOperationException(
                "ids of type " + scheme().name() + " are not made for a given time: only uuid-v7 and ulid are");
    }

    /** The exception that says why ids have no ranges. */
    default UnsupportedOperationException unordered(String why) {
        return new UnsupportedOperationException("ids of type " + scheme().name() + " do not sort by time: " + why);
    }

    /** The format of its ids. */
    IdScheme scheme();

    /**
     * The parts of an id.
     *
     * @param issuedBy a moment at which the id already existed; null for now
     * @throws IllegalArgumentException if it is not an id of this source; the message ends a sentence
     */
    DecodedId decode(Word128 id, @Nullable Instant issuedBy);
}
