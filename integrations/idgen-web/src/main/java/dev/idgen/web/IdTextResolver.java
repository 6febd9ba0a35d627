package dev.idgen.web;

import dev.idgen.IdGenerators;
import dev.idgen.entities.SingleValueRecord;
import dev.idgen.text.IdText;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the text form that an {@link IdText} asks for. Looks generators up on first use. Thread-safe.
 *
 * @param generators where the generators are looked up
 */
public record IdTextResolver(ObjectProvider<IdGenerators> generators) {

    private static final Set<Class<?>> IDS = Set.of(Long.class, UUID.class, String.class);

    /**
     * Returns the form that an annotation asks for.
     *
     * @param type the type of the ids, or a type that wraps them as its only component
     * @throws IllegalArgumentException if the type cannot be an id, there is no such generator, or its ids have another
     *     type
     */
    TypedText of(IdText annotation, Class<?> type) {
        if (!isId(type)) {
            throw misplaced(type.getTypeName());
        }
        Class<?> id = SingleValueRecord.valueType(type);
        String name = annotation.value();
        if (name.isEmpty() && id == Long.class) {
            return TypedText.decimal(type);
        }
        IdGenerators all = generators.getIfUnique();
        if (all == null) {
            throw new IllegalArgumentException("@IdText(\"" + name + "\") needs IdGenerators, but there are none");
        }
        try {
            return text(all, name, id, type);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("@IdText(\"" + name + "\") cannot be used: " + e.getMessage());
        }
    }

    private static <T> TypedText text(IdGenerators all, String name, Class<T> id, Class<?> type) {
        return TypedText.of(all.codec(name, id), id, type);
    }

    /**
     * Returns the form of a property, or of its elements.
     *
     * @param content the type of the elements; null if the property is not a container
     * @param ofContent whether Jackson asks for the elements
     * @param shown the type, for the message
     * @throws IllegalArgumentException if the type cannot be an id, or as in {@link #of}
     */
    Optional<TypedText> find(
            @Nullable IdText annotation, Class<?> type, @Nullable Class<?> content, boolean ofContent, String shown) {
        if (annotation == null) {
            return Optional.empty();
        }
        if (content != null && !content.isPrimitive() && isId(content)) {
            return ofContent ? Optional.of(of(annotation, content)) : Optional.empty();
        }
        if (!isId(type)) {
            throw misplaced(shown);
        }
        return ofContent ? Optional.empty() : Optional.of(of(annotation, type));
    }

    private static boolean isId(Class<?> type) {
        return IDS.contains(SingleValueRecord.valueType(type));
    }

    private static IllegalArgumentException misplaced(String shown) {
        return new IllegalArgumentException(
                "@IdText is for long, Long, UUID, String and records or Kotlin value classes of one of them,"
                        + " and for collections, maps and arrays with such values as objects, not for " + shown);
    }
}
