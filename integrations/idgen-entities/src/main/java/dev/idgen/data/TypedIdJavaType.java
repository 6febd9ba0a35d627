package dev.idgen.data;

import dev.idgen.entities.SingleValueRecord;
import java.util.Comparator;
import java.util.UUID;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.java.ImmutableMutabilityPlan;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.java.LongJavaType;
import org.hibernate.type.descriptor.java.StringJavaType;
import org.hibernate.type.descriptor.java.UUIDJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.jspecify.annotations.Nullable;

/**
 * Lets Hibernate store an id type of your own in a column of the type that it wraps. Extend this class for the type,
 * and register the subclass once, on any entity:
 *
 * <pre>{@code
 * record OrderId(long value) {}
 *
 * class OrderIdType extends TypedIdJavaType<OrderId> {
 *     OrderIdType() {
 *         super(OrderId.class);
 *     }
 * }
 *
 * @Entity
 * @JavaTypeRegistration(javaType = OrderId.class, descriptorClass = OrderIdType.class)
 * class Order {
 *     @Id @GeneratedId("order") OrderId id;
 * }
 * }</pre>
 *
 * <p>It applies to all attributes of that type, not only to ids. Thread-safe.
 *
 * @param <T> a record with one component, or a Kotlin value class
 */
@SuppressWarnings("serial") // not meant to be serialized
public abstract class TypedIdJavaType<T> extends AbstractClassJavaType<T> {

    private final transient SingleValueRecord component;
    private final transient JavaType<Object> stored;

    /**
     * @param type a record with one component, or a Kotlin value class; the component is a {@code long}, a {@code
     *     Long}, a {@code String} or a {@code UUID}
     * @throws IllegalArgumentException if the type is neither
     */
    protected TypedIdJavaType(Class<T> type) {
        super(type, ImmutableMutabilityPlan.instance(), TypedIdJavaType::compare);
        component = TypedIdConverters.component(type);
        stored = stored(component.type());
    }

    @SuppressWarnings("unchecked") // the type of the component
    private static JavaType<Object> stored(Class<?> type) {
        JavaType<?> numberOrText = type == Long.class ? LongJavaType.INSTANCE : StringJavaType.INSTANCE;
        return (JavaType<Object>) (type == UUID.class ? UUIDJavaType.INSTANCE : numberOrText);
    }

    @SuppressWarnings("unchecked") // all component types are comparable
    private static int compare(Object one, Object another) {
        return ((Comparator<Object>) (Comparator<?>) Comparator.naturalOrder())
                .compare(SingleValueRecord.unwrapped(one), SingleValueRecord.unwrapped(another));
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators context) {
        return stored.getRecommendedJdbcType(context);
    }

    @Override
    public <X> @Nullable X unwrap(@Nullable T value, Class<X> type, WrapperOptions options) {
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        return stored.unwrap(component.unwrap(value), type, options);
    }

    @Override
    public <X> @Nullable T wrap(@Nullable X value, WrapperOptions options) {
        if (value == null || getJavaType().isInstance(value)) {
            return getJavaType().cast(value);
        }
        return getJavaType().cast(component.wrap(stored.wrap(value, options)));
    }
}
