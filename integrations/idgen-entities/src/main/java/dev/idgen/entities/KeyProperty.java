package dev.idgen.entities;

import java.util.List;
import java.util.UUID;

/** Reads the key of a counter from an entity's property. Thread-safe. */
final class KeyProperty {

    private static final List<Class<?>> TYPES = List.of(CharSequence.class, Number.class, UUID.class, Enum.class);

    private final PropertyPath property;

    /**
     * @param on the annotation and its place, for messages
     * @throws GeneratedIdException if there is no such property, or a key cannot have its type
     */
    KeyProperty(Class<?> entity, String path, String on) {
        property = new PropertyPath(entity, "key", path, on).require(TYPES, "a String, a number, a UUID or an enum");
    }

    /**
     * The key of an entity's counter.
     *
     * @throws GeneratedIdException if it is null
     */
    String of(Object entity) {
        Object value = property.of(entity, "chooses the counter");
        return value instanceof Enum<?> constant ? constant.name() : value.toString();
    }
}
