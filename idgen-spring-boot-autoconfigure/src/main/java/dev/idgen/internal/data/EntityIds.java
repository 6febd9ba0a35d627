package dev.idgen.internal.data;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;

/** Finds out where the ids of an entity's field come from. Thread-safe. */
public final class EntityIds {

    private final ObjectProvider<IdService> strings;
    private final ObjectProvider<IdGenerators> generators;
    private final Map<Field, Source> sources = new ConcurrentHashMap<>();

    private record Field(String generator, String business, Class<?> type) {}

    /** Ids of one field. */
    public interface Source {

        Object next();

        CompletableFuture<Object> nextAsync();
    }

    public EntityIds(ObjectProvider<IdService> strings, ObjectProvider<IdGenerators> generators) {
        this.strings = strings;
        this.generators = generators;
    }

    /**
     * Where the ids of a field come from.
     *
     * @param generator the generator's name, or empty for string ids
     * @param business of string ids
     * @param type of the field
     * @throws IllegalStateException if there is no such generator, or its ids do not fit into the field
     */
    public Source source(String generator, String business, Class<?> type) {
        return sources.computeIfAbsent(new Field(generator, business, type), this::open);
    }

    private Source open(Field field) {
        try {
            return field.generator().isEmpty() ? stringIds(field) : ids(field);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "@GeneratedId cannot fill a field of type " + field.type().getName() + ": " + e.getMessage());
        }
    }

    private Source stringIds(Field field) {
        if (field.type() != String.class) {
            throw new IllegalArgumentException("without the name of a generator it makes texts");
        }
        IdService service = strings.getIfUnique();
        if (service == null) {
            throw new IllegalStateException(
                    "@GeneratedId without the name of a generator needs an IdService, and there is none");
        }
        return of(service.forBusiness(field.business()), id -> id);
    }

    private Source ids(Field field) {
        if (!field.business().isEmpty()) {
            throw new IllegalArgumentException("a business code is for ids without the name of a generator");
        }
        IdGenerators all = generators.getIfUnique();
        if (all == null) {
            throw new IllegalStateException(
                    "@GeneratedId(\"" + field.generator() + "\") needs IdGenerators, and there are none");
        }
        Class<?> type = field.type();
        if (type == String.class) {
            return texts(all.get(field.generator()));
        }
        if (type == long.class || type == Long.class) {
            return of(all.getLong(field.generator()), id -> id);
        }
        if (type == UUID.class) {
            return of(all.get(field.generator(), UUID.class), id -> id);
        }
        throw new IllegalArgumentException("ids are long, String or UUID");
    }

    private static <T> Source texts(IdGenerator<T> generator) {
        return of(generator, generator::format);
    }

    private static <T> Source of(IdGenerator<T> generator, Function<? super T, Object> form) {
        return new Source() {
            @Override
            public Object next() {
                return form.apply(generator.next());
            }

            @Override
            public CompletableFuture<Object> nextAsync() {
                return generator.nextAsync().thenApply(form);
            }
        };
    }
}
