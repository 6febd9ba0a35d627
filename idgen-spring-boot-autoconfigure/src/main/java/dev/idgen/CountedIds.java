package dev.idgen;

/** Lets operators correct a generator whose numbers a store counts out. */
public interface CountedIds {

    /**
     * Raises the counter in the store, if it is lower, and lets a generator go on that stopped because its counter went back.
     *
     * @param floor no number up to this one is issued any more; at least the greatest number that any instance was given
     * @throws IllegalArgumentException if it is less than what this instance was given
     */
    void raiseTo(long floor);
}
