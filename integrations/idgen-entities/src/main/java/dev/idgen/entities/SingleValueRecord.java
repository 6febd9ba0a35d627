package dev.idgen.entities;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * A type that wraps one value: a record with one component, or a Kotlin value class. Thread-safe.
 *
 * @param type the type of the component, never primitive
 */
public record SingleValueRecord(Class<?> type, MethodHandle maker, MethodHandle accessor) {

    private static final ClassValue<Optional<SingleValueRecord>> KNOWN = new ClassValue<>() {
        @Override
        protected Optional<SingleValueRecord> computeValue(Class<?> type) {
            try {
                return type.isRecord() ? ofRecord(type) : ofValueClass(type);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type.getName() + " cannot be read by reflection", e);
            }
        }
    };

    /** Returns empty for any other type. */
    public static Optional<SingleValueRecord> of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** Returns the component if the value has such a type, else the value itself. */
    public static @Nullable Object unwrapped(@Nullable Object value) {
        return value == null
                ? null
                : of(value.getClass()).map(found -> found.unwrap(value)).orElse(value);
    }

    /** The type of the only component, or else the type itself; never primitive. */
    public static Class<?> valueType(Class<?> type) {
        return ClassUtils.resolvePrimitiveIfNecessary(
                of(type).<Class<?>>map(SingleValueRecord::type).orElse(type));
    }

    /** Wraps a component. Exceptions of the constructor pass through. */
    public Object wrap(@Nullable Object component) {
        return call(maker, component);
    }

    public @Nullable Object unwrap(Object value) {
        return call(accessor, value);
    }

    private static Optional<SingleValueRecord> ofRecord(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        if (components.length != 1) {
            return Optional.empty();
        }
        Constructor<?> constructor = type.getDeclaredConstructor(components[0].getType());
        constructor.setAccessible(true);
        return Optional.of(
                of(MethodHandles.lookup().unreflectConstructor(constructor), handle(components[0].getAccessor())));
    }

    /**
     * Kotlin's compiler adds these methods to a value class. {@code constructor-impl} runs the checks of the
     * constructor.
     */
    private static Optional<SingleValueRecord> ofValueClass(Class<?> type) throws ReflectiveOperationException {
        Method accessor;
        try {
            accessor = type.getDeclaredMethod("unbox-impl");
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
        MethodHandle checked = handle(type.getDeclaredMethod("constructor-impl", accessor.getReturnType()));
        MethodHandle boxed = handle(type.getDeclaredMethod("box-impl", accessor.getReturnType()));
        return Optional.of(of(MethodHandles.filterReturnValue(checked, boxed), handle(accessor)));
    }

    private static SingleValueRecord of(MethodHandle maker, MethodHandle accessor) {
        return new SingleValueRecord(
                maker.type().wrap().parameterType(0), maker.asType(generic()), accessor.asType(generic()));
    }

    private static MethodType generic() {
        return MethodType.genericMethodType(1);
    }

    private static MethodHandle handle(Method method) throws IllegalAccessException {
        method.setAccessible(true);
        return MethodHandles.lookup().unreflect(method);
    }

    private static Object call(MethodHandle handle, @Nullable Object argument) {
        try {
            return handle.invoke(argument);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
    }
}
