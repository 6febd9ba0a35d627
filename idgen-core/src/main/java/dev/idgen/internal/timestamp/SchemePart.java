package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.BitLayout;
import org.jspecify.annotations.Nullable;

/**
 * Some bits of a scheme's ids.
 *
 * @param role where the value comes from
 * @param name the field's name; parts with the same name are slices of one value
 * @param width how many bits
 * @param from the lowest of them in the field's value, if the field is split
 * @param reversed whether the bits are written in reverse order
 * @param constant the value of a {@link Role#CONSTANT}
 */
record SchemePart(Role role, String name, int width, int from, boolean reversed, long constant) {

    /** Where the value of a field comes from. */
    enum Role {
        /** The timestamp. */
        TICK,
        /** The node id. Several fields share it; the first has its highest bits. */
        NODE,
        /** Which of several sequences, chosen by thread. */
        LANE,
        /** The number within the tick. */
        SEQUENCE,
        /** Random bits, new for each id. */
        ENTROPY,
        /** The upper part of a number that begins at random in each tick and grows by 1 with each id. */
        COUNTED_HIGH,
        /** The lower 64 bits of that number. */
        COUNTED_LOW,
        /** Given with each call. */
        ROUTE,
        /** The same in all ids. */
        CONSTANT
    }

    SchemePart(Role role, String name, int width) {
        this(role, name, width, 0, false, 0);
    }

    BitLayout.Part bits() {
        return new BitLayout.Part(name, width, from, reversed);
    }

    /** Whether this part continues the value of the previous one, from higher to lower bits. */
    boolean continues(@Nullable SchemePart before) {
        return before != null && before.role == role && before.from == from + width;
    }
}
