package dev.idgen;

import java.util.concurrent.CompletionStage;

/**
 * Counters that only grow, shared by all instances of a namespace. A counter that does not exist is 0. A bean of this
 * type serves the generators whose property {@code store} is the bean's name.
 *
 * <p>Both methods are atomic, and neither blocks. A stage may complete at once, on any thread, late or never. A failure
 * does not say what the store did: idgen limits each wait and treats a failure as "outcome unknown". A request is not
 * part of the caller's transaction, so a rollback does not undo it. Implementations are thread-safe.
 */
public interface CounterStore {

    /**
     * Raises a counter to a floor if it is lower, then adds to it.
     *
     * @param counter 1 to 128 characters {@code [0-9A-Za-z._:-]}, case-sensitive
     * @param delta the number to add, at least 1
     * @param floor the least value before the addition, at least 0; a greater counter keeps its value
     * @return the counter after the addition; fails with an {@link ArithmeticException}, and leaves the counter as it
     *     is, if the sum exceeds a {@code long}
     */
    CompletionStage<Long> add(String counter, long delta, long floor);

    /**
     * Undoes an addition if no instance has added since: sets the counter if it has the expected value.
     *
     * @param expected the counter's value if no instance has added since
     * @param value the value to set, 0 to {@code expected}
     * @return whether the counter had the expected value and now has the new one
     */
    CompletionStage<Boolean> giveBack(String counter, long expected, long value);
}
