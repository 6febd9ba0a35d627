package dev.idgen.internal.mistake;

import dev.idgen.IdGenerator;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * A generator that an injection point asks for.
 *
 * @param type the type of the injection point
 * @param point the injection point, if known
 */
public record WantedGenerator(ResolvableType type, @Nullable InjectionPoint point) {

    /** The bean type of a generator whose ids have the given type. */
    public static ResolvableType beanType(Class<?> idType, boolean keyed) {
        if (keyed) {
            return ResolvableType.forClassWithGenerics(KeyedIds.class, idType);
        }
        return idType == Long.class
                ? ResolvableType.forClass(LongIdGenerator.class)
                : ResolvableType.forClassWithGenerics(IdGenerator.class, idType);
    }

    /** Finds the innermost unsatisfied injection point of a failure. */
    static WantedGenerator of(ResolvableType type, Throwable failure) {
        InjectionPoint innermost = null;
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof UnsatisfiedDependencyException unsatisfied && unsatisfied.getInjectionPoint() != null) {
                innermost = unsatisfied.getInjectionPoint();
            }
        }
        return new WantedGenerator(type, innermost);
    }

    /** The type as written in code, without packages. */
    public static String shown(ResolvableType type) {
        return type.toString().replaceAll("\\w+\\.", "");
    }

    Class<?> idType() {
        Class<?> idType =
                type.as(isKeyed() ? KeyedIds.class : IdGenerator.class).resolveGeneric();
        return idType == null ? Long.class : idType;
    }

    boolean isKeyed() {
        return type.resolve() == KeyedIds.class;
    }

    boolean isQualified() {
        return qualifier() != null;
    }

    private @Nullable String qualifier() {
        Qualifier qualifier = point == null ? null : point.getAnnotation(Qualifier.class);
        return qualifier == null || qualifier.value().isEmpty() ? null : qualifier.value();
    }

    /** The name in the qualifier, else that of the field or parameter; null if unknown. */
    @Nullable
    String name() {
        String qualifier = qualifier();
        if (qualifier != null || point == null) {
            return qualifier;
        }
        MethodParameter parameter = point.getMethodParameter();
        return parameter == null ? point.getMember().getName() : name(parameter);
    }

    private static @Nullable String name(MethodParameter parameter) {
        parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
        return parameter.getParameterName();
    }

    /** The injection point in words, as the beginning of a sentence. */
    String where() {
        if (point == null) {
            return "The application's bean";
        }
        String owner = point.getMember().getDeclaringClass().getName();
        MethodParameter parameter = point.getMethodParameter();
        if (parameter == null) {
            return "Field '" + point.getMember().getName() + "' of " + owner;
        }
        String name = name(parameter);
        return "Parameter " + (name == null ? parameter.getParameterIndex() : "'" + name + "'") + " of "
                + (parameter.getConstructor() == null
                        ? "method '" + point.getMember().getName() + "' of "
                        : "the constructor of ")
                + owner;
    }
}
