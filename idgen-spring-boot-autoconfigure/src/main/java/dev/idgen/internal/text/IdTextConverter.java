package dev.idgen.internal.text;

import dev.idgen.text.IdText;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/**
 * {@link IdText} where Spring converts: parameters of controllers of Spring MVC and WebFlux, and collections of them.
 * Thread-safe.
 *
 * <p>This is not a formatter, because errors of formatters count as the client's: a missing generator is the server's error,
 * found while the converter is chosen.
 */
public final class IdTextConverter implements ConditionalGenericConverter {

    private final IdTextResolver texts;

    public IdTextConverter(IdTextResolver texts) {
        this.texts = texts;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Long.class), new ConvertiblePair(Long.class, String.class));
    }

    /** @throws IllegalStateException if there is no such generator, or its ids are not {@code long} values */
    @Override
    public boolean matches(TypeDescriptor from, TypeDescriptor to) {
        IdText annotation = annotation(from, to);
        if (annotation == null) {
            return false;
        }
        try {
            texts.of(annotation);
            return true;
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }

    /** {@inheritDoc} An empty text is not an id: null. */
    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
        IdText annotation = annotation(from, to);
        if (source == null || annotation == null) {
            return null;
        }
        LongText text = texts.of(annotation);
        if (source instanceof Long id) {
            return text.format(id);
        }
        String written = (String) source;
        return written.isEmpty() ? null : (Object) text.parse(written);
    }

    private static @Nullable IdText annotation(TypeDescriptor from, TypeDescriptor to) {
        TypeDescriptor id = from.getType() == String.class ? to : from;
        return id.getAnnotation(IdText.class);
    }
}
