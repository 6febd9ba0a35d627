package dev.idgen.mybatis;

import dev.idgen.data.GeneratedId;
import dev.idgen.entities.EntityIds;
import dev.idgen.entities.GeneratedIdException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.reflection.DefaultReflectorFactory;
import org.apache.ibatis.reflection.MetaClass;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.reflection.ReflectorFactory;
import org.apache.ibatis.reflection.property.PropertyNamer;
import org.apache.ibatis.session.Configuration;
import org.springframework.util.ReflectionUtils;

/** Finds a class's properties with {@link GeneratedId}, including those of superclasses. Thread-safe. */
final class AnnotatedIds {

    private final EntityIds ids;
    private final ReflectorFactory reflectors = new DefaultReflectorFactory();
    private final Map<Class<?>, List<Property>> found = new ConcurrentHashMap<>();

    /**
     * A property and its ids.
     *
     * @param name the name that MyBatis uses
     */
    record Property(String name, EntityIds.FieldIds ids) {

        void fill(MetaObject entity, Object id) {
            entity.setValue(name, id);
            noteFilled(entity, id);
        }

        void noteFilled(MetaObject entity, Object id) {
            ids.noteFilled(id, () -> entity.getValue(name), empty -> entity.setValue(name, empty));
        }
    }

    AnnotatedIds(EntityIds ids) {
        this.ids = ids;
    }

    /** @throws GeneratedIdException if idgen cannot do what an annotation asks */
    List<Property> of(Class<?> type) {
        List<Property> known = found.get(type);
        if (known == null) {
            // Not inside computeIfAbsent: this may create generators, and they may ask a database.
            known = find(type);
            found.put(type, known);
        }
        return known;
    }

    /** The parameter types of insert statements. Several parameters or a collection have no known type. */
    static Set<Class<?>> insertedTypes(Configuration configuration) {
        // For an ambiguous short name, the values contain an object that is not a statement.
        Collection<?> statements = configuration.getMappedStatements();
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Object each : statements) {
            if (each instanceof MappedStatement statement
                    && statement.getSqlCommandType() == SqlCommandType.INSERT
                    && statement.getParameterMap().getType() != null) {
                types.add(statement.getParameterMap().getType());
            }
        }
        return types;
    }

    private List<Property> find(Class<?> type) {
        // One of each name: fields before getters, and each from the subclass first.
        Map<String, Property> properties = new LinkedHashMap<>();
        ReflectionUtils.doWithFields(
                type,
                field -> properties.computeIfAbsent(field.getName(), name -> property(type, field, name)),
                field -> field.isAnnotationPresent(GeneratedId.class));
        ReflectionUtils.doWithMethods(
                type,
                method -> properties.computeIfAbsent(
                        PropertyNamer.methodToProperty(method.getName()), name -> property(type, method, name)),
                method -> method.isAnnotationPresent(GeneratedId.class)
                        && PropertyNamer.isGetter(method.getName())
                        && !method.isBridge());
        return List.copyOf(properties.values());
    }

    private <M extends AnnotatedElement & Member> Property property(Class<?> type, M member, String name) {
        GeneratedId annotation = Objects.requireNonNull(member.getAnnotation(GeneratedId.class));
        String shown = member.getDeclaringClass().getName() + "." + member.getName();
        MetaClass properties = MetaClass.forClass(type, reflectors);
        // MyBatis would write to a final field. Java does not guarantee the effect, and records refuse it.
        if (!properties.hasSetter(name) || (member instanceof Field && Modifier.isFinal(member.getModifiers()))) {
            throw new GeneratedIdException(
                    "@GeneratedId is on " + shown + ", which MyBatis cannot write to",
                    "Use a field that is not final, or add a setter. For a record or another immutable object, take the id"
                            + " before you create it.");
        }
        return new Property(name, ids.field(annotation, type, properties.getSetterType(name), shown));
    }
}
