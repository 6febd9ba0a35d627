package dev.idgen.internal.lease;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule's reaction to a look: an answer, and what to write before the answer holds.
 *
 * @param write null if there is nothing to write
 * @param answer holds only after the write has succeeded; null if the rule must look again then
 */
public record Step<A>(@Nullable Write write, @Nullable A answer) {

    /**
     * A value to write.
     *
     * @param guards the values that must be unchanged since the look, including {@code name}
     */
    public record Write(List<String> guards, String name, String next) {}

    /** Writes {@code next} to {@code name}, then looks again. */
    static <A> Step<A> writeFirst(String name, String next) {
        return new Step<>(new Write(List.of(name), name, next), null);
    }

    /** An answer that needs no write. */
    public static <A> Step<A> answer(A answer) {
        return new Step<>(null, answer);
    }

    /**
     * An answer that holds once {@code next} is written to {@code name}. The write requires that {@code guards} are
     * unchanged.
     */
    public static <A> Step<A> write(List<String> guards, String name, String next, A answer) {
        return new Step<>(new Write(guards, name, next), answer);
    }
}
