package dev.idgen.internal.data.mybatis;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import dev.idgen.internal.data.GeneratedIdException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
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
import org.apache.ibatis.reflection.ReflectorFactory;
import org.apache.ibatis.reflection.property.PropertyNamer;
import org.apache.ibatis.session.Configuration;
import org.springframework.util.ReflectionUtils;

/** Finds the properties of a class that are {@link GeneratedId}, those of its superclasses included. Thread-safe. */
final class AnnotatedIds {

    private final EntityIds ids;
    private final ReflectorFactory reflectors = new DefaultReflectorFactory();
    private final Map<Class<?>, List<Property>> found = new ConcurrentHashMap<>();

    /**
     * A property, and where its ids come from.
     *
     * @param name as MyBatis has it
     */
    record Property(String name, EntityIds.FieldIds ids) {}

    AnnotatedIds(EntityIds ids) {
        this.ids = ids;
    }

    /**
     * The properties that get ids.
     *
     * @throws GeneratedIdException if the annotation cannot be followed
     */
    List<Property> of(Class<?> type) {
        List<Property> known = found.get(type);
        if (known == null) {
            // Not while the map is locked: generators may be made here, and they may ask a database.
            known = find(type);
            found.put(type, known);
        }
        return known;
    }

    /** The types that insert statements take: of those with several parameters, or with collections, none is known. */
    static Set<Class<?>> insertedTypes(Configuration configuration) {
        // A short name that several statements have stands for an object that is no statement.
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
        List<Property> properties = new ArrayList<>();
        ReflectionUtils.doWithFields(
                type,
                field -> properties.add(property(type, field, field.getName())),
                field -> field.isAnnotationPresent(GeneratedId.class));
        ReflectionUtils.doWithMethods(
                type,
                method -> properties.add(property(type, method, PropertyNamer.methodToProperty(method.getName()))),
                method -> method.isAnnotationPresent(GeneratedId.class) && PropertyNamer.isGetter(method.getName()));
        return List.copyOf(properties);
    }

    private <M extends AnnotatedElement & Member> Property property(Class<?> type, M member, String name) {
        GeneratedId annotation = Objects.requireNonNull(member.getAnnotation(GeneratedId.class));
        String shown = member.getDeclaringClass().getName() + "." + member.getName();
        MetaClass properties = MetaClass.forClass(type, reflectors);
        // MyBatis would write to a final field, which the language does not promise to work, and which records refuse.
        if (!properties.hasSetter(name) || (member instanceof Field && Modifier.isFinal(member.getModifiers()))) {
            throw new GeneratedIdException(
                    "@GeneratedId is on " + shown + ", which MyBatis cannot write to",
                    "Make it a field that is not final, or with a setter; records and other objects that do not change are"
                            + " given their ids by the code that makes them.",
                    null);
        }
        EntityIds.AnnotationValues wanted =
                new EntityIds.AnnotationValues(annotation.value(), annotation.business(), annotation.key());
        return new Property(name, ids.field(wanted, type, properties.getSetterType(name), shown));
    }
}
