package dev.idgen.internal.data.mybatis;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import dev.idgen.internal.data.GeneratedIdException;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.reflection.DefaultReflectorFactory;
import org.apache.ibatis.reflection.MetaClass;
import org.apache.ibatis.reflection.ReflectorFactory;
import org.apache.ibatis.reflection.property.PropertyNamer;

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
    record Property(String name, EntityIds.Source source) {}

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

    private List<Property> find(Class<?> type) {
        List<Property> properties = new ArrayList<>();
        for (Class<?> each = type; each != null && !each.getName().startsWith("java."); each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                GeneratedId annotation = field.getAnnotation(GeneratedId.class);
                if (annotation != null) {
                    properties.add(property(type, annotation, field, field.getName()));
                }
            }
            for (Method method : each.getDeclaredMethods()) {
                GeneratedId annotation = method.getAnnotation(GeneratedId.class);
                if (annotation != null && PropertyNamer.isGetter(method.getName())) {
                    String name = PropertyNamer.methodToProperty(method.getName());
                    properties.add(property(type, annotation, method, name));
                }
            }
        }
        return List.copyOf(properties);
    }

    private Property property(Class<?> type, GeneratedId annotation, Member member, String name) {
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
        return new Property(
                name, ids.source(annotation.value(), annotation.business(), properties.getSetterType(name), shown));
    }
}
