package dev.idgen.internal.register;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule makes of a look: an answer, which holds at once or after something was written.
 *
 * @param write null if nothing is to be written
 * @param answer holds only if the write was carried out
 */
public record Step<A>(@Nullable Write write, A answer) {

    /**
     * A value to write.
     *
     * @param guards the values that must be as they were looked at, {@code name} among them
     */
    public record Write(List<String> guards, String name, String next) {}

    /** An answer that needs no write. */
    public static <A> Step<A> answer(A answer) {
        return new Step<>(null, answer);
    }

    /**
     * An answer that holds once {@code next} was written to {@code name}, if that and {@code guards} are as they were.
     */
    public static <A> Step<A> write(List<String> guards, String name, String next, A answer) {
        return new Step<>(new Write(guards, name, next), answer);
    }
}
