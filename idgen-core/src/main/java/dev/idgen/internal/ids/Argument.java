package dev.idgen.internal.ids;

import dev.idgen.InvalidIdException;
import org.jspecify.annotations.Nullable;

/** Refuses arguments that callers may pass unchecked. Stateless. */
public final class Argument {

    private Argument() {}

    /**
     * Returns an argument.
     *
     * @throws IllegalArgumentException if it is null; the message names it
     */
    public static <T> T given(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' is null");
        }
        return value;
    }

    /**
     * Returns an id, or the text of one.
     *
     * @throws InvalidIdException if it is null
     */
    public static <T> T id(@Nullable T id) {
        if (id == null) {
            throw new InvalidIdException("null is not an id");
        }
        return id;
    }

    /**
     * Returns a number.
     *
     * @throws IllegalArgumentException if it is not {@code least} to {@code most}; the message names it
     */
    public static long within(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + value);
        }
        return value;
    }
}
