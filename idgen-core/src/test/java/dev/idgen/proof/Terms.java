package dev.idgen.proof;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What can be done with any record of terms: numbers, truths, lists of them, and such records. It works by reflection, so a record says
 * no more than what its terms are.
 */
final class Terms {

    private Terms() {}

    /**
     * Any values.
     *
     * @param length of each list
     */
    static <T extends Record> T any(Class<T> type, String name, int length) {
        return build(type, part -> any(part.getGenericType(), name + "." + part.getName(), length));
    }

    private static Object any(Type type, String name, int length) {
        if (type == Num.class) {
            return Num.any(name);
        } else if (type == Truth.class) {
            return Truth.any(name);
        } else if (type instanceof ParameterizedType list) {
            return IntStream.range(0, length)
                    .mapToObj(i -> any(list.getActualTypeArguments()[0], name + i, length))
                    .toList();
        }
        return any(((Class<?>) type).asSubclass(Record.class), name, length);
    }

    /** All terms of one record, or all of the other. */
    @SuppressWarnings("unchecked") // what is made has the type of both
    static <T> T choose(Truth condition, T then, T otherwise) {
        if (then instanceof Num number) {
            return (T) condition.choose(number, (Num) otherwise);
        } else if (then instanceof Truth truth) {
            return (T) condition.choose(truth, (Truth) otherwise);
        } else if (then instanceof List<?> list) {
            List<?> others = (List<?>) otherwise;
            return (T) IntStream.range(0, list.size())
                    .mapToObj(i -> choose(condition, (Object) list.get(i), others.get(i)))
                    .toList();
        }
        return (T)
                build(((Record) then).getClass(), part -> choose(condition, part(then, part), part(otherwise, part)));
    }

    /** Whether all terms are the same. */
    static Truth same(Object a, Object b) {
        if (a instanceof Num number) {
            return number.is((Num) b);
        } else if (a instanceof Truth truth) {
            return truth.isSameAs((Truth) b);
        } else if (a instanceof List<?> list) {
            return Truth.all(IntStream.range(0, list.size())
                    .mapToObj(i -> same(list.get(i), ((List<?>) b).get(i)))
                    .toList());
        }
        return Truth.all(Shape.of(a.getClass()).parts.stream()
                .map(part -> same(part(a, part), part(b, part)))
                .toList());
    }

    /**
     * A copy in which some terms are others.
     *
     * @param changes names of terms, each followed by what it becomes
     */
    @SuppressWarnings("unchecked") // the copy has the type of what is copied
    static <T extends Record> T with(T before, Object... changes) {
        List<Object> named = List.of(changes);
        List<String> names = Shape.of(before.getClass()).parts.stream()
                .map(RecordComponent::getName)
                .toList();
        for (int i = 0; i < changes.length; i += 2) {
            if (!names.contains(changes[i])) {
                throw new IllegalArgumentException("no term " + changes[i] + " in " + names);
            }
        }
        return (T) build(before.getClass(), part -> {
            int at = named.indexOf(part.getName());
            return at < 0 ? part(before, part) : changes[at + 1];
        });
    }

    /** How to take a record apart and to make one. Found once, because the transcripts ask millions of times. */
    private record Shape(List<RecordComponent> parts, Constructor<?> constructor) {

        private static final ClassValue<Shape> KNOWN = new ClassValue<>() {
            @Override
            protected Shape computeValue(Class<?> type) {
                return Shape.find(type);
            }
        };

        static Shape of(Class<?> type) {
            return KNOWN.get(type);
        }

        private static Shape find(Class<?> type) {
            List<RecordComponent> parts = List.of(type.getRecordComponents());
            Class<?>[] types = parts.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                parts.forEach(part -> part.getAccessor().setAccessible(true));
                return new Shape(parts, constructor);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static <T> T build(Class<T> type, Function<RecordComponent, Object> term) {
        Shape shape = Shape.of(type);
        Object[] terms = new Object[shape.parts.size()];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = term.apply(shape.parts.get(i));
        }
        try {
            return type.cast(shape.constructor.newInstance(terms));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object part(Object record, RecordComponent part) {
        try {
            return part.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
