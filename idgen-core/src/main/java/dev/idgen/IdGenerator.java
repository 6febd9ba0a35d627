package dev.idgen;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Generates ids of one kind.
 *
 * <p>No two calls return equal ids, in this process or in any other that draws from the same namespace. Each
 * implementation states the limits of that promise. Null arguments are rejected, as {@link dev.idgen} says.
 * Implementations are safe for any number of threads, including virtual ones.
 *
 * @param <T> the id's type
 */
public interface IdGenerator<T> extends IdCodec<T> {

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

    @Override
    IdGenerator<T> withText(PublicText style);
}
