package dev.idgen;

/**
 * Generates ids whose numbers a counter in a store counts, and lets operators correct that counter. These are
 * generators of type {@code counter}, {@code segment}, {@code multi-counter} and {@code decimal-id}. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface CountedIds<T> extends IdGenerator<T> {

    /**
     * Raises the counter in the store to a floor if it is lower, before this method returns. A generator that stopped
     * because its counter went back then continues. Numbers that other instances of a {@code segment} or
     * {@code multi-counter} have already fetched may still be issued.
     *
     * @param floor the greatest id that any instance was given, or a greater one. This number and all before it are
     *     never taken from the store again. With a template it is the number in the string, and applies to the current
     *     period. A {@code multi-counter} raises the range that contains it. A {@code decimal-id} generator continues
     *     with the next value of its field {@code generator}
     * @throws IllegalArgumentException if it is less than an id that this instance was given, or not an id of this
     *     generator
     * @throws CounterUnavailableException if it is unknown whether the store has raised the counter
     */
    void raiseTo(long floor);
}
