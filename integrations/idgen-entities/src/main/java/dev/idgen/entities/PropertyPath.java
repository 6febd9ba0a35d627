package dev.idgen.entities;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Reads an entity's property. A dotted path leads into nested objects. Thread-safe. */
final class PropertyPath {

    private final String attribute;
    private final String path;
    private final String on;
    private final List<UnaryOperator<@Nullable Object>> steps = new ArrayList<>();
    private final Class<?> type;

    /**
     * @param attribute the attribute of the annotation that has the path, for messages
     * @param on the annotation and its place, for messages
     * @throws GeneratedIdException if there is no such property
     */
    PropertyPath(Class<?> entity, String attribute, String path, String on) {
        this.attribute = attribute;
        this.path = path;
        this.on = on;
        Class<?> last = entity;
        for (String name : path.split("\\.", -1)) {
            last = addStep(last, name);
        }
        this.type = last;
    }

    /**
     * Checks the property's type, or that of its only component.
     *
     * @param description the types, for the message
     * @throws GeneratedIdException if it is none of these types
     */
    PropertyPath require(List<Class<?>> types, String description) {
        Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(SingleValueRecord.of(type)
                .<Class<?>>map(SingleValueRecord::type)
                .orElse(type));
        if (types.stream().noneMatch(allowed -> allowed.isAssignableFrom(boxed))) {
            throw new GeneratedIdException(
                    on + ": property '" + path + "' is of type " + type.getSimpleName(),
                    "Name a property that is " + description + ", or a record of one of these.");
        }
        return this;
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
    Object of(Object entity, String purpose) {
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
