package dev.idgen.internal.generator;

/** Where the node ids of a type come from unless properties say otherwise. */
enum NodeDefault {
    /** From where all generators get theirs; leased unless that is set. */
    SHARED,
    /** The same; if there is no store either, the private IP. */
    SHARED_OR_PRIVATE_IP,
    /** Random, whatever others use. */
    RANDOM,
    /** The same, and some of the node's bits are a clock sequence. */
    RANDOM_AND_CLOCK_SEQUENCE;

    /** RFC 9562, 5.1. */
    private static final int CLOCK_SEQUENCE_BITS = 14;

    boolean isRandom() {
        return this == RANDOM || this == RANDOM_AND_CLOCK_SEQUENCE;
    }

    /** How many of the node's bits are a clock sequence, counted on when the clock was set back. */
    int clockSequenceBits() {
        return this == RANDOM_AND_CLOCK_SEQUENCE ? CLOCK_SEQUENCE_BITS : 0;
    }
}
