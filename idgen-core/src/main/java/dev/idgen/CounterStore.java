package dev.idgen;

import java.util.concurrent.CompletionStage;

/**
 * Counters that only grow, shared by all instances of a namespace. A counter that does not exist is 0.
 *
 * <p>No method blocks. A stage may complete on any thread, late or never, and a failure says nothing about what the
 * store did: callers bound their waits themselves and treat each failure as "outcome unknown". A request is not part of any
 * transaction of the caller: rolling that back takes nothing back. Implementations are thread-safe.
 */
public interface CounterStore {

    /**
     * Adds to a counter, atomically.
     *
     * @param counter 1 to 128 characters {@code [0-9A-Za-z._:-]}
     * @param delta what to add, from 1
     * @param floor if the counter is less than this, it counts as this before the addition, from 0
     * @return the counter after the addition; fails with an {@link ArithmeticException} if that would exceed a {@code long},
     *     and then leaves the counter as it is
     */
    CompletionStage<Long> add(String counter, long delta, long floor);

    /**
     * Takes an addition back if nobody has added since.
     *
     * @param expected what the counter is if nobody has
     * @param value what it is to become, 0 to {@code expected}
     * @return whether it was as expected, and is now {@code value}
     */
    CompletionStage<Boolean> takeBack(String counter, long expected, long value);
}
