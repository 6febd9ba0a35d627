package dev.idgen;

import java.util.List;

/**
 * A source of ids of one kind.
 *
 * <p>No two calls ever return equal ids, neither in this process nor in any other that draws from the same namespace;
 * each implementation states the limits of that promise. Implementations are safe for use by any number of threads,
 * virtual ones included.
 *
 * @param <T> the id's type
 */
public interface IdGenerator<T> {

    /**
     * Takes one id.
     *
     * @throws IdgenException if no id can be issued before the generator's deadline
     */
    T next();

    /**
     * Takes several ids, in the order of issue. Ids drawn before a failure are lost, never repeated.
     *
     * @param count how many, 1 to {@value IdService#MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws IdgenException if not all ids can be issued before the generator's deadline
     */
    List<T> next(int count);
}
