package dev.idgen.internal.counted;

/**
 * Numbers that belong to this instance alone.
 *
 * @param first the first one
 * @param count how many
 */
record NumberBlock(long first, int count) {

    /** The number after the last one. */
    long end() {
        return first + count;
    }
}
