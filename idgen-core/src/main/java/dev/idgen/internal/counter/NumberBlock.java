package dev.idgen.internal.counter;

/**
 * Numbers that belong to this instance alone.
 *
 * @param first the first number
 * @param count how many numbers
 */
record NumberBlock(long first, int count) {

    /** The number after the last one. */
    long end() {
        return first + count;
    }
}
