package dev.idgen.entities;

import org.springframework.util.ClassUtils;

/**
 * A field that has the annotation.
 *
 * @param entity the class that has the property with the key
 * @param name the field with its class, for messages
 */
record GeneratedField(EntityIds.AnnotationValues wanted, Class<?> entity, Class<?> type, String name) {

    String on() {
        return wanted.on(name);
    }

    /** The type of the ids, which the field's type may wrap; never primitive. */
    Class<?> idType() {
        return SingleValueRecord.of(type)
                .<Class<?>>map(SingleValueRecord::type)
                .orElseGet(() -> ClassUtils.resolvePrimitiveIfNecessary(type));
    }

    String shownType() {
        return type.getSimpleName();
    }

    Object wrapped(Object id) {
        return SingleValueRecord.of(type).map(one -> one.wrap(id)).orElse(id);
    }
}
