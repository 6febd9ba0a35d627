package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.IdgenException;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.monitor.Monitored;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where a generator's ids come from: numbers of up to 128 bits, each of which is given once. {@link Ids} hands them out
 * in a form. Thread-safe.
 */
public interface IdSource extends Monitored {

    /**
     * Takes a number.
     *
     * @throws IdgenException if there is none before the deadline
     */
    <T> T next(IdForm<T> form);

    /** The lower 64 bits of what {@link #next} takes. */
    default long nextLong() {
        return next(IdForm.LONG);
    }

    /** Takes several numbers, in the order of issue. */
    default <T> List<T> next(int count, IdForm<T> form) {
        return Batches.list(count, () -> next(form));
    }

    /** The lower 64 bits of several numbers, in the order of issue. */
    default long[] nextLongs(int count) {
        return Batches.longs(count, this::nextLong);
    }

    /** Takes a number without blocking the caller; completed by the deadline. */
    <T> CompletableFuture<T> nextAsync(IdForm<T> form);

    /** How many bits a number can have that is handed out as a text. */
    int bits();

    /**
     * The least number of all ids that are stamped at an instant or later.
     *
     * @throws IllegalArgumentException if there are none so late
     * @throws UnsupportedOperationException if ids do not sort by time
     */
    default Word128 floor(Instant instant) {
        throw unordered(scheme().tick() == null ? "they carry no time" : "their order says nothing");
    }

    /**
     * A number for a given time, of which all else is random.
     *
     * @throws IllegalArgumentException if there is none
     * @throws UnsupportedOperationException if less than 64 bits can be random
     */
    default Word128 at(Instant instant) {
        throw new UnsupportedOperationException(
                "ids of type " + scheme().name() + " are not made for a given time: only uuid-v7 and ulid are");
    }

    /** Why there are no ranges of its ids. */
    default UnsupportedOperationException unordered(String why) {
        return new UnsupportedOperationException("ids of type " + scheme().name() + " do not sort by time: " + why);
    }

    /** The kind of ids that it makes. */
    IdScheme scheme();

    /**
     * The parts of an id.
     *
     * @param issuedBy a moment at which the id existed already; null for now
     * @throws IllegalArgumentException if it is not an id of this source; the message is the end of a sentence
     */
    DecodedId decode(Word128 id, @Nullable Instant issuedBy);
}
