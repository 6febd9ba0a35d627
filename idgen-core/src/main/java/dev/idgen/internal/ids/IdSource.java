package dev.idgen.internal.ids;

import dev.idgen.IdgenException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Where a generator's ids come from: numbers of up to 128 bits, each issued once. {@link Ids} turns them into ids of a
 * form. Thread-safe.
 */
public interface IdSource extends NumberDecoder {

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
}
