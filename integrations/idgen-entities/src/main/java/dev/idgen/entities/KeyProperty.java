package dev.idgen.entities;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Reads the key of a counter from an entity's property. A dotted path leads into nested objects. Thread-safe. */
final class KeyProperty {

    private static final List<Class<?>> TYPES = List.of(CharSequence.class, Number.class, UUID.class, Enum.class);

    private final String path;
    private final String on;
    private final List<UnaryOperator<@Nullable Object>> steps = new ArrayList<>();

    /**
     * @param on the annotation and its place, for messages
     * @throws GeneratedIdException if there is no such property, or a key cannot have its type
     */
    KeyProperty(Class<?> entity, String path, String on) {
        this.path = path;
        this.on = on;
        Class<?> type = entity;
        for (String name : path.split("\\.", -1)) {
            type = addStep(type, name);
        }
        Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(SingleValueRecord.of(type)
                .<Class<?>>map(SingleValueRecord::type)
                .orElse(type));
        if (TYPES.stream().noneMatch(allowed -> allowed.isAssignableFrom(boxed))) {
            throw new GeneratedIdException(
                    on + ": property '" + path + "' is of type " + type.getSimpleName(),
                    "Name a property that is a String, a number, a UUID or an enum, or a record of one of these.",
                    null);
        }
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
                    "Set 'key' to the name of one of its properties.",
                    null);
        }
        ReflectionUtils.makeAccessible(field);
        steps.add(object -> ReflectionUtils.getField(field, object));
        return field.getType();
    }

    /**
     * The key of an entity's counter.
     *
     * @throws GeneratedIdException if it is null
     */
    String of(Object entity) {
        Object value = entity;
        for (UnaryOperator<@Nullable Object> step : steps) {
            value = value == null ? null : step.apply(value);
        }
        value = SingleValueRecord.unwrapped(value);
        if (value == null) {
            throw new GeneratedIdException(
                    on + ": '" + path + "' is null, but it chooses the counter",
                    "Set it before you store the entity.",
                    null);
        }
        return value instanceof Enum<?> constant ? constant.name() : value.toString();
    }
}
