package dev.idgen.counter;

import java.util.concurrent.CompletableFuture;

/** A source of numbers, each of which it gives once. Thread-safe. */
public interface Counting extends AutoCloseable {

    /**
     * Takes a number.
     *
     * @throws dev.idgen.CounterUnavailableException if the store gives none by the deadline
     * @throws dev.idgen.CounterWentBackException if the store lost data, until that is lifted
     * @throws dev.idgen.CounterExhaustedException if there are no more
     */
    long next();

    /** Takes a number without blocking; completed on the common pool, by the deadline. */
    CompletableFuture<Long> nextAsync();

    /** Raises the counter in the store and lets a source go on that stopped because its counter went back. */
    void raiseTo(long floor);

    /** Ends it. Numbers held are lost or handed back. */
    @Override
    void close();
}
