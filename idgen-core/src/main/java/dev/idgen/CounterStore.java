package dev.idgen;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Counters that only grow, shared by all instances of a namespace. Each holds the last number that was issued. A bean
 * of this type serves the generators whose property {@code store} is the bean's name. It is not told the namespace: if
 * applications of several namespaces share the store, it adds {@code idgen.namespace} to the name of each counter.
 *
 * <p>Each method is atomic, and none blocks. A stage may complete at once, on any thread, late or never. A failure
 * does not say what the store did: idgen limits each wait and treats a failure as "outcome unknown". A request is not
 * part of the caller's transaction, so a rollback does not undo it. Implementations are thread-safe.
 */
public interface CounterStore {

    /**
     * Sets a counter to a floor if it is lower or does not exist, then adds to it. Changes nothing if the sum would
     * exceed a limit.
     *
     * @param counter 1 to 128 characters {@code [0-9A-Za-z._:-]}, case-sensitive
     * @param delta the number to add, at least 0
     * @param floor the least value before the addition, which may be negative; a greater counter keeps its value
     * @param limit the greatest value after the addition, at least 0
     * @return the counter after the addition; fails with an {@link ArithmeticException} if that would exceed the limit
     */
    CompletionStage<Long> add(String counter, long delta, long floor, long limit);

    /**
     * Reads a counter, and changes nothing.
     *
     * @return its value, from all additions that were answered before the call; empty if it does not exist
     */
    CompletionStage<Optional<Long>> read(String counter);

    /**
     * Undoes an addition if no instance has added since: sets the counter if it has the expected value.
     *
     * @param expected the counter's value if no instance has added since
     * @param value the value to set, at most {@code expected}
     * @return whether the counter existed with the expected value, and now has the new one
     */
    CompletionStage<Boolean> giveBack(String counter, long expected, long value);
}
