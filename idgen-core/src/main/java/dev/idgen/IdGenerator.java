package dev.idgen;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A source of ids of one kind.
 *
 * <p>No two calls ever return equal ids, neither in this process nor in any other that draws from the same namespace;
 * each implementation states the limits of that promise. What happens to null is the same for all, see {@link dev.idgen}.
 * Implementations are safe for use by any number of threads,
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
     * Takes several ids, in the order of issue. Ids drawn before a failure are lost, never repeated. String ids and counters
     * have one deadline for all, other generators one for each id.
     *
     * @param count how many, 1 to {@value #MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws IdgenException if not all ids can be issued before the generator's deadline
     */
    List<T> next(int count);

    /**
     * Takes one id without blocking the caller.
     *
     * @return completed at once if an id can be had at once, otherwise by the generator's deadline on another thread, with the
     *     id or with what {@link #next()} would have thrown
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
     * The parts of an id of a scheme whose timestamp wraps: of all times that it may stand for, the latest one by a given
     * moment is taken. For other schemes the moment makes no difference.
     *
     * @param issuedBy a moment at which the id existed already
     * @throws InvalidIdException if it is not an id of this scheme
     */
    default DecodedId decode(T id, Instant issuedBy) {
        if (issuedBy == null) {
            throw new IllegalArgumentException("'issuedBy' is null");
        }
        return decode(id);
    }

    /** The id's usual text: decimal digits, hexadecimal digits, a UUID's, as the scheme has it. */
    String format(T id);

    /**
     * The id with a given usual text.
     *
     * @throws InvalidIdException if the text is not an id of this scheme
     */
    T parse(String text);
}
