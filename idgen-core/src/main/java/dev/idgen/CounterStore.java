package dev.idgen;

import java.util.concurrent.CompletionStage;

/**
 * Counters that only grow, shared by all instances of a namespace. Both methods take a counter that does not exist for
 * 0. A bean of this type counts for the generators whose {@code store} is its name.
 *
 * <p>Both methods are atomic, and neither blocks. A stage may be complete at once, or complete on any thread, late or
 * never. A failure says nothing about what the store did: idgen limits its waits, and treats each failure as "outcome
 * unknown". A request is not part of any transaction of the caller: rolling that back takes nothing back.
 * Implementations are thread-safe.
 */
public interface CounterStore {

    /**
     * Raises a counter to a floor if it is less, then adds to it.
     *
     * @param counter 1 to 128 characters {@code [0-9A-Za-z._:-]}; names that differ in case are different counters
     * @param delta what to add, from 1
     * @param floor what the counter is raised to before the addition, from 0; a counter that is greater stays as it is
     * @return the counter after the addition; fails with an {@link ArithmeticException} if that would exceed a
     *     {@code long}, and then leaves the counter as it is
     */
    CompletionStage<Long> add(String counter, long delta, long floor);

    /**
     * Takes an addition back if no instance has added since: sets the counter if it is as expected.
     *
     * @param expected what the counter is if none has
     * @param value what it is to become, 0 to {@code expected}
     * @return whether it was as expected, and is now {@code value}
     */
    CompletionStage<Boolean> takeBack(String counter, long expected, long value);
}
