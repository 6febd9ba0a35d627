package dev.idgen.internal.generator;

import dev.idgen.internal.timestamp.StandardSchemes;

/** The default source of a type's node ids. */
enum NodeDefault {
    /** As configured under {@code idgen.node}, else leased. */
    SHARED,
    /** The same, but the private IP if there is no store. */
    SHARED_OR_PRIVATE_IP,
    /** Random, even if {@code idgen.node} is set. */
    RANDOM,
    /** Random, with a clock sequence in some bits. */
    RANDOM_AND_CLOCK_SEQUENCE;

    boolean isRandom() {
        return this == RANDOM || this == RANDOM_AND_CLOCK_SEQUENCE;
    }

    /** The bits of the clock sequence, which grows when the clock steps back. */
    int clockSequenceBits() {
        return this == RANDOM_AND_CLOCK_SEQUENCE ? StandardSchemes.CLOCK_SEQUENCE_BITS : 0;
    }
}
