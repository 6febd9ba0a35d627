package dev.idgen.web;

import dev.idgen.text.IdText;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/**
 * Converts ids with {@link IdText} for Spring, such as parameters of controllers in Spring MVC and WebFlux, and
 * collections of them. Thread-safe.
 *
 * <p>This is not a formatter, because Spring blames the client for a formatter's errors. A missing generator is the
 * server's error, and {@link #matches} finds it.
 *
 * @param resolver for the text form of each place
 */
public record IdTextConverter(IdTextResolver resolver) implements ConditionalGenericConverter {

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Stream.of(Long.class, UUID.class, String.class, Object.class)
                .flatMap(id -> Stream.of(new ConvertiblePair(String.class, id), new ConvertiblePair(id, String.class)))
                .collect(Collectors.toSet());
    }

    /** @throws IllegalStateException if there is no such generator, or its ids have another type */
    @Override
    public boolean matches(TypeDescriptor from, TypeDescriptor to) {
        boolean isRead = isRead(from, to);
        TypeDescriptor id = isRead ? to : from;
        IdText annotation = annotation(id);
        if (annotation == null || (isRead ? from : to).getType() != String.class) {
            return false;
        }
        try {
            resolver.of(annotation, id.getType());
            return true;
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }

    /** {@inheritDoc} Converts an empty string to null. */
    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
        boolean isRead = isRead(from, to);
        TypeDescriptor id = isRead ? to : from;
        IdText annotation = annotation(id);
        if (source == null || annotation == null || (isRead && source.equals(""))) {
            return null;
        }
        TypedText text = resolver.of(annotation, id.getType());
        return isRead ? text.parse((String) source) : text.format(source);
    }

    private static boolean isRead(TypeDescriptor from, TypeDescriptor to) {
        return from.getType() == String.class && annotation(to) != null;
    }

    /** The annotation of the parameter or property, else that of its type. */
    private static @Nullable IdText annotation(TypeDescriptor id) {
        IdText ofPlace = id.getAnnotation(IdText.class);
        return ofPlace != null ? ofPlace : id.getType().getAnnotation(IdText.class);
    }
}
