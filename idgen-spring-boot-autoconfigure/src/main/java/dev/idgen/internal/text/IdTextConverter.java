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
 * <p>No formatter, whose errors are all the client's: a generator that is missing is found out while the converter is chosen, and
 * is the server's.
 */
public final class IdTextConverter implements ConditionalGenericConverter {

    private final IdTexts texts;

    public IdTextConverter(IdTexts texts) {
        this.texts = texts;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Long.class), new ConvertiblePair(Long.class, String.class));
    }

    /** @throws IllegalStateException if there is no such generator, or its ids are no {@code long} values */
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

    /** {@inheritDoc} An empty text is no id: null. */
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
