package dev.idgen.entities;

import org.jspecify.annotations.Nullable;

/**
 * A field that has the annotation.
 *
 * @param entity the class that has the property with the key
 * @param name the field with its class, for messages
 */
record GeneratedField(AnnotationValues wanted, Class<?> entity, Class<?> type, String name) {

    String on() {
        return wanted.on(name);
    }

    /** The type of the ids, which the field's type may wrap; never primitive. */
    Class<?> idType() {
        return SingleValueRecord.valueType(type);
    }

    /** What the field has before it is filled. */
    @Nullable
    Object empty() {
        return type.isPrimitive() ? 0L : null;
    }
}
