package dev.idgen;

/** Lets operators correct a generator whose numbers a store counts out. */
public interface CountedIds {

    /**
     * Raises the counter in the store, if it is lower, and lets a generator go on that stopped because its counter went
     * back.
     *
     * @param floor the greatest id that any instance was given, or a greater one: this number and those before it are
     *     not issued any more. With a template it is the number in the text, and counts for the present period. A
     *     {@code multi-counter} raises the range that it lies in, a {@code decimal-id} generator goes on with the next
     *     value of its field {@code generator}
     * @throws IllegalArgumentException if it is less than what this instance was given, or is not an id of this
     *     generator
     */
    void raiseTo(long floor);
}
