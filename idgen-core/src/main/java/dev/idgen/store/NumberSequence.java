package dev.idgen.store;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Hands out numbers, each once. Thread-safe. */
public interface NumberSequence {

    /**
     * Takes a number.
     *
     * @throws dev.idgen.CounterUnavailableException if the store gives no number before the deadline
     * @throws dev.idgen.CounterWentBackException if the store lost data, until an operator raises the counter
     * @throws dev.idgen.CounterExhaustedException if there are no more numbers
     * @throws dev.idgen.TransactionRequiredException if numbers join the caller's transaction, and there is none
     */
    long next();

    /**
     * Takes several numbers, each greater than the one before unless the counter has several ranges.
     *
     * @throws dev.idgen.IdgenException like {@link #next}; numbers already taken are then skipped
     */
    default long[] next(int count) {
        return LongStream.generate(this::next).limit(count).toArray();
    }

    /** Takes a number without blocking. The future completes on the common pool, by the deadline. */
    CompletableFuture<Long> nextAsync();

    /**
     * Takes a number for a request, or returns the text of the id that it already has.
     *
     * @param owner the counter's name without a period
     * @param id the text of a number's id, which the store keeps
     * @return empty if the sequence is not transactional
     */
    default Optional<String> nextForRequest(String owner, String requestKey, LongFunction<String> id) {
        return Optional.empty();
    }

    /**
     * The number that the next call would get if no instance takes one before. Takes none, and locks nothing.
     *
     * @throws dev.idgen.IdgenException like {@link #next}
     */
    long preview();

    /**
     * Raises the counter in the store. A sequence that stopped because its counter went back then continues.
     *
     * @param number the counter's least value, as the store counts it
     */
    void raiseTo(long number);

    /**
     * What was taken and what is left.
     *
     * @param issued numbers given to callers so far, as of some moment in the last 200 ms
     * @param held numbers in memory
     * @param waiting callers that wait
     * @param position how many numbers, as far as known, the store has given to all instances
     */
    record Tally(long issued, long held, long waiting, long position) {}

    Tally tally();

    /** Why there is no number now, as far as known; empty if there is one. */
    Optional<String> unavailability();
}
