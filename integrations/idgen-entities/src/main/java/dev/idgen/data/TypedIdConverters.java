package dev.idgen.data;

import dev.idgen.entities.SingleValueRecord;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;

/**
 * Lets Spring Data JDBC, R2DBC and MongoDB store an id type of your own as the value that it wraps. Add the converters
 * to the store's custom conversions:
 *
 * <pre>{@code
 * @Bean
 * JdbcCustomConversions conversions() {
 *     return new JdbcCustomConversions(TypedIdConverters.of(OrderId.class, CustomerId.class));
 * }
 * }</pre>
 */
public final class TypedIdConverters {

    private TypedIdConverters() {}

    /**
     * Returns two thread-safe converters for each type, from and to the stored value.
     *
     * @param types records with one component, or Kotlin value classes; the component is a {@code long}, a {@code
     *     Long}, a {@code String} or a {@code UUID}
     * @throws IllegalArgumentException if a type is neither
     */
    public static List<GenericConverter> of(Class<?>... types) {
        return Stream.of(types)
                .<GenericConverter>mapMulti((type, converters) -> {
                    SingleValueRecord component = component(type);
                    converters.accept(new FromStored(type, component));
                    converters.accept(new ToStored(type, component));
                })
                .toList();
    }

    static SingleValueRecord component(Class<?> type) {
        return SingleValueRecord.of(type)
                .filter(part -> Set.of(Long.class, String.class, UUID.class).contains(part.type()))
                .orElseThrow(() -> new IllegalArgumentException(type.getName()
                        + " is not a record, or a value class of Kotlin, with one component that is a long, a String or a"
                        + " UUID"));
    }

    @ReadingConverter
    private record FromStored(Class<?> type, SingleValueRecord component) implements GenericConverter {

        @Override
        public Set<ConvertiblePair> getConvertibleTypes() {
            return Set.of(new ConvertiblePair(component.type(), type));
        }

        @Override
        public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
            return source == null ? null : component.wrap(source);
        }
    }

    @WritingConverter
    private record ToStored(Class<?> type, SingleValueRecord component) implements GenericConverter {

        @Override
        public Set<ConvertiblePair> getConvertibleTypes() {
            return Set.of(new ConvertiblePair(type, component.type()));
        }

        @Override
        public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
            return source == null ? null : component.unwrap(source);
        }
    }
}
