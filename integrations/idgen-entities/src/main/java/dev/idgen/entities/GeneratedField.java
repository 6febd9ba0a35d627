package dev.idgen.entities;

import dev.idgen.IdGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

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
        return SingleValueRecord.of(type)
                .<Class<?>>map(SingleValueRecord::type)
                .orElseGet(() -> ClassUtils.resolvePrimitiveIfNecessary(type));
    }

    String shownType() {
        return type.getSimpleName();
    }

    /** What the field has before it is filled. */
    @Nullable
    Object empty() {
        return type.isPrimitive() ? 0L : null;
    }

    /** See {@link EntityIds.FieldIds#isToFill}. */
    boolean isToFill(@Nullable Object present) {
        if (EntityIds.isMissing(present)) {
            return true;
        }
        if (wanted.refuses()) {
            throw new GeneratedIdException(
                    on() + ": the application has set it to '" + present + "'",
                    "Leave it " + empty()
                            + " before an insert; or set 'assigned' to KEEP, which stores such values, or to REPLACE,"
                            + " which generates others.",
                    null);
        }
        return wanted.replaces();
    }

    EntityIds.Source source(IdGenerator<?> generator) {
        return new EntityIds.Drawn<>(generator, idType() == String.class, type);
    }
}
