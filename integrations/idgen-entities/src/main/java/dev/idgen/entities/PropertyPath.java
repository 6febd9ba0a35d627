package dev.idgen.entities;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Reads the property of an entity that chooses the counter, or the period, of its number. A dotted path leads into
 * nested objects. Thread-safe.
 *
 * <p>A {@link LocalDate} and a {@link LocalDateTime} have their date. Any other value of a date is an instant, whose
 * date depends on the generator's zone: a database may return it with another offset than the one it was stored with.
 */
final class PropertyPath {

    private static final List<Class<?>> KEYS = List.of(CharSequence.class, Number.class, UUID.class, Enum.class);
    private static final List<Class<?>> DATES = List.of(
            LocalDate.class, LocalDateTime.class, Instant.class, OffsetDateTime.class, ZonedDateTime.class, Date.class);

    private final String attribute;
    private final String path;
    private final String on;
    private final List<UnaryOperator<@Nullable Object>> steps = new ArrayList<>();

    /**
     * @param attribute the attribute of the annotation that has the path, for messages
     * @param types what the property, or its only component, may be
     * @param description the types, for messages
     */
    private PropertyPath(
            GeneratedField field, String attribute, String path, List<Class<?>> types, String description) {
        this.attribute = attribute;
        this.path = path;
        this.on = field.on();
        Class<?> last = field.entity();
        for (String name : path.split("\\.", -1)) {
            last = addStep(last, name);
        }
        Class<?> found = SingleValueRecord.valueType(last);
        if (types.stream().noneMatch(allowed -> allowed.isAssignableFrom(found))) {
            throw new GeneratedIdException(
                    on + ": property '" + path + "' is of type " + last.getSimpleName(),
                    "Name a property that is " + description + ", or a record of one of these.");
        }
    }

    /**
     * The property with the counter's key.
     *
     * @throws GeneratedIdException if there is no such property, or a key cannot have its type
     */
    static PropertyPath key(GeneratedField field) {
        return new PropertyPath(field, "key", field.wanted().key(), KEYS, "a String, a number, a UUID or an enum");
    }

    /**
     * The property with the date of a document.
     *
     * @throws GeneratedIdException if there is no such property, or it has no date
     */
    static PropertyPath date(GeneratedField field) {
        String types = "a LocalDate, a LocalDateTime, an Instant, an OffsetDateTime, a ZonedDateTime or a Date";
        return new PropertyPath(field, "date", field.wanted().date(), DATES, types);
    }

    /**
     * The key of an entity's counter.
     *
     * @throws GeneratedIdException if it is null
     */
    String key(Object entity) {
        Object value = of(entity, "chooses the counter");
        return value instanceof Enum<?> constant ? constant.name() : value.toString();
    }

    /**
     * The date of a document.
     *
     * @throws GeneratedIdException if it is null
     */
    Temporal date(Object entity) {
        Object value = of(entity, "chooses the period of the number");
        if (value instanceof java.sql.Date date) { // midnight of the JVM's zone; has no instant
            return date.toLocalDate();
        }
        return value instanceof Date date ? date.toInstant() : (Temporal) value;
    }

    private Class<?> addStep(Class<?> type, String name) {
        PropertyDescriptor property = BeanUtils.getPropertyDescriptor(type, name);
        Method getter = property == null ? null : property.getReadMethod();
        if (getter != null) { // a getter loads a lazy object of Hibernate, a field does not
            ReflectionUtils.makeAccessible(getter);
            steps.add(object -> ReflectionUtils.invokeMethod(getter, object));
            return getter.getReturnType();
        }
        Field field = ReflectionUtils.findField(type, name);
        if (field == null) {
            throw new GeneratedIdException(
                    on + ": " + type.getName() + " has no property '" + name + "'",
                    "Set '" + attribute + "' to the name of one of its properties.");
        }
        ReflectionUtils.makeAccessible(field);
        steps.add(object -> ReflectionUtils.getField(field, object));
        return field.getType();
    }

    /**
     * The property's value, or its only component.
     *
     * @param purpose what it is for, for the message
     * @throws GeneratedIdException if it is null
     */
    private Object of(Object entity, String purpose) {
        Object value = entity;
        for (UnaryOperator<@Nullable Object> step : steps) {
            value = value == null ? null : step.apply(value);
        }
        value = SingleValueRecord.unwrapped(value);
        if (value == null) {
            throw new GeneratedIdException(
                    on + ": '" + path + "' is null, but it " + purpose, "Set it before you store the entity.");
        }
        return value;
    }
}
