package dev.idgen.internal.counted;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** A source of numbers, each of which it gives once. Thread-safe. */
public interface NumberSequence extends AutoCloseable {

    /**
     * Takes a number.
     *
     * @throws dev.idgen.CounterUnavailableException if the store gives none by the deadline
     * @throws dev.idgen.CounterWentBackException if the store lost data, until that is lifted
     * @throws dev.idgen.CounterExhaustedException if there are no more
     * @throws dev.idgen.TransactionRequiredException if numbers are part of the caller's transaction, and there is none
     */
    long next();

    /**
     * Takes several numbers, each greater than the one before unless the counter has several ranges.
     *
     * @throws dev.idgen.IdgenException as {@link #next} does; numbers taken already are skipped then
     */
    default long[] next(int count) {
        return LongStream.generate(this::next).limit(count).toArray();
    }

    /** Takes a number without blocking; completed on the common pool, by the deadline. */
    CompletableFuture<Long> nextAsync();

    /** Raises the counter in the store and lets a source go on that stopped because its counter went back. */
    void raiseTo(long floor);

    /**
     * What was taken and what there is.
     *
     * @param issued numbers given to callers since this began, as of some moment in the last 200 ms
     * @param held numbers in memory
     * @param waiting callers that wait
     * @param position how many numbers the store is known to have given to all instances
     */
    record Tally(long issued, long held, long waiting, long position) {}

    Tally tally();

    /** Why there is no number at the moment, as far as known; empty if there is. */
    Optional<String> trouble();

    /** Ends it. Numbers held are lost or handed back. */
    @Override
    void close();
}
