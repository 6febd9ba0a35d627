package dev.idgen.internal.text;

import dev.idgen.IdGenerators;
import dev.idgen.text.IdText;
import org.springframework.beans.factory.ObjectProvider;

/** Finds the text form that an {@link IdText} asks for. Generators are looked up when they are first needed. Thread-safe. */
public final class IdTexts {

    private final ObjectProvider<IdGenerators> generators;

    public IdTexts(ObjectProvider<IdGenerators> generators) {
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

    /** The message about a property of a type that has no such text. */
    static IllegalArgumentException unfit(Object type) {
        return new IllegalArgumentException(
                "@IdText is for long, Long, and collections, arrays and maps with values of type" + " Long, not for "
                        + type);
    }
}
