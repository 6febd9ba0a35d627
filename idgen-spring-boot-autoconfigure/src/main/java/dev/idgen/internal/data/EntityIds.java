package dev.idgen.internal.data;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.LongIdGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/** Finds out where the ids of an entity's field come from. Thread-safe. */
public final class EntityIds {

    private final ObjectProvider<IdService> strings;
    private final ObjectProvider<IdGenerators> generators;
    private final Map<Field, Source> sources = new ConcurrentHashMap<>();

    private record Field(String generator, String business, Class<?> type) {

        /** The annotation and where it is. */
        String on(String name) {
            String value = generator.isEmpty() ? "" : "\"" + generator + "\"";
            String code = business.isEmpty() ? "" : "business = \"" + business + "\"";
            String both = value.isEmpty() || code.isEmpty() ? value + code : "value = " + value + ", " + code;
            return "@GeneratedId" + (both.isEmpty() ? "" : "(" + both + ")") + " on " + name;
        }

        String shownType() {
            return type.getSimpleName();
        }
    }

    /** Ids of one field. */
    public interface Source {

        Object next();

        /**
         * Several ids, in the order of issue.
         *
         * @param count any number from 1
         */
        List<Object> next(int count);

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
     * @param name of the field with its class, for messages
     * @throws GeneratedIdException if there is no such generator, or its ids do not fit into the field
     */
    public Source source(String generator, String business, Class<?> type, String name) {
        return sources.computeIfAbsent(
                new Field(generator, business, type),
                field -> generator.isEmpty() ? stringIds(field, name) : ids(field, name));
    }

    /**
     * The ids of a generator as it makes them: numbers, or the usual strings of all else.
     *
     * @param generator the generator's name, or empty for string ids
     * @param business of string ids
     * @param what needs them, for messages
     * @throws GeneratedIdException if there is no such generator or no such business code
     */
    public Source source(String generator, String business, String what) {
        if (generator.isEmpty()) {
            return stringIds(business, what);
        }
        IdGenerator<?> ids = known(generator, what).get(generator);
        return ids instanceof LongIdGenerator numbers ? of(numbers, id -> id) : texts(ids);
    }

    /** Whether a field has no id yet. */
    public static boolean isMissing(@Nullable Object id) {
        return id == null || id.equals(0L);
    }

    private Source stringIds(Field field, String name) {
        if (field.type() != String.class) {
            throw new GeneratedIdException(
                    field.on(name) + " makes ids of type String, and the field is of type " + field.shownType(),
                    "Name a generator of such ids, as @GeneratedId(\"order\") with 'idgen.generators.order.type', or make the"
                            + " field a String.",
                    null);
        }
        return stringIds(field.business(), field.on(name));
    }

    private Source stringIds(String business, String what) {
        IdService service = strings.getIfUnique();
        if (service == null) {
            throw missing(what, IdService.class);
        }
        try {
            return of(service.forBusiness(business), id -> id);
        } catch (InvalidBusinessCodeException e) {
            throw new GeneratedIdException(what + ": " + e.getMessage(), "Choose another business code.", e);
        }
    }

    private Source ids(Field field, String name) {
        if (!field.business().isEmpty()) {
            throw new GeneratedIdException(
                    field.on(name) + " has the name of a generator and a business code",
                    "Remove one of them: a business code is part of string ids, which no generator's name is needed for.",
                    null);
        }
        IdGenerators all = known(field.generator(), field.on(name));
        try {
            return ids(all, field);
        } catch (IllegalArgumentException e) {
            throw new GeneratedIdException(
                    field.on(name) + ", which is of type " + field.shownType() + ": " + e.getMessage(),
                    "Make the field of the type of these ids, or a String, which takes all of them as texts; or set "
                            + typeOf(field.generator()) + " to a type of generator whose ids are of the field's type.",
                    e);
        }
    }

    /** All generators, one of that name among them. */
    private IdGenerators known(String generator, String what) {
        IdGenerators all = generators.getIfUnique();
        if (all == null) {
            throw missing(what, IdGenerators.class);
        }
        if (!all.names().contains(generator)) {
            throw new GeneratedIdException(
                    what + " names a generator that 'idgen.generators' does not have, only " + all.names(),
                    "Set " + typeOf(generator) + ", or name one of those that there are.",
                    null);
        }
        return all;
    }

    private static String typeOf(String generator) {
        return "'idgen.generators." + generator + ".type'";
    }

    private static GeneratedIdException missing(String what, Class<?> bean) {
        return new GeneratedIdException(
                what + " needs a bean of type " + bean.getSimpleName() + ", and there is none",
                "See why: 'idgen.enabled' is false, or 'idgen.store' names nothing that the application has.",
                new NoSuchBeanDefinitionException(bean));
    }

    private static Source ids(IdGenerators all, Field field) {
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
            public List<Object> next(int count) {
                List<Object> ids = new ArrayList<>(count);
                while (ids.size() < count) {
                    int most = Math.min(count - ids.size(), IdService.MAX_BATCH);
                    generator.next(most).forEach(id -> ids.add(form.apply(id)));
                }
                return ids;
            }

            @Override
            public CompletableFuture<Object> nextAsync() {
                return generator.nextAsync().thenApply(form);
            }
        };
    }
}
