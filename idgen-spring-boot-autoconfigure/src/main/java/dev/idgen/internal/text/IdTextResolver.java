package dev.idgen.internal.text;

import dev.idgen.IdGenerators;
import dev.idgen.text.IdText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Finds the text form that an {@link IdText} asks for. Generators are looked up when they are first needed. Thread-safe. */
public final class IdTextResolver {

    private final ObjectProvider<IdGenerators> generators;

    public IdTextResolver(ObjectProvider<IdGenerators> generators) {
        this.generators = generators;
    }

    /**
     * The form that an annotation asks for.
     *
     * @throws IllegalArgumentException if there is no such generator, or its ids are not {@code long} values
     */
    LongText of(IdText annotation) {
        String name = annotation.value();
        if (name.isEmpty()) {
            return LongText.DECIMAL;
        }
        IdGenerators all = generators.getIfUnique();
        if (all == null) {
            throw new IllegalArgumentException("@IdText(\"" + name + "\") needs IdGenerators, and there are none");
        }
        try {
            return LongText.of(all.getLong(name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("@IdText(\"" + name + "\") cannot be used: " + e.getMessage());
        }
    }

    /**
     * The form of a property, or of the values in it, if it is that which is asked for.
     *
     * @param content of which type the values in it are; null if it is a single one
     * @param shown the type, for the message
     * @throws IllegalArgumentException if it is of a type that has no such text, or as {@link #of} has it
     */
    Optional<LongText> find(
            @Nullable IdText annotation, Class<?> type, @Nullable Class<?> content, boolean ofContent, String shown) {
        if (annotation == null) {
            return Optional.empty();
        }
        boolean isContent = content == Long.class;
        if (!isContent && type != long.class && type != Long.class) {
            throw new IllegalArgumentException(
                    "@IdText is for long, Long, and collections, arrays and maps with values of type Long, not for "
                            + shown);
        }
        return isContent == ofContent ? Optional.of(of(annotation)) : Optional.empty();
    }
}
