package dev.idgen.entities;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** Finds the source of the ids of an entity's field. Thread-safe. */
public final class EntityIds {

    private final ObjectProvider<IdService> strings;
    private final ObjectProvider<IdGenerators> generators;
    private final ObjectProvider<TransactionalGenerators> transactional;
    private final Map<Field, FieldIds> fields = new ConcurrentHashMap<>();

    /**
     * The values of an annotation.
     *
     * @param generator the generator's name, or empty for string ids
     * @param business the business code of string ids
     * @param key the entity's property with the counter's key, or empty
     */
    public record AnnotationValues(String generator, String business, String key) {

        /** The annotation and its place, for messages. */
        private String on(String name) {
            StringJoiner values = new StringJoiner(", ", "@GeneratedId(", ") on " + name);
            values.setEmptyValue("@GeneratedId on " + name);
            boolean alone = business.isEmpty() && key.isEmpty();
            add(values, alone ? "" : "value = ", generator);
            add(values, "business = ", business);
            add(values, "key = ", key);
            return values.toString();
        }

        private static void add(StringJoiner values, String name, String value) {
            if (!value.isEmpty()) {
                values.add(name + '"' + value + '"');
            }
        }
    }

    private record Field(AnnotationValues wanted, Class<?> entity, Class<?> type, String name) {

        String on() {
            return wanted.on(name);
        }

        /** The type of the ids, which the field's type may wrap; never primitive. */
        Class<?> idType() {
            return SingleValueRecord.of(type)
                    .<Class<?>>map(SingleValueRecord::type)
                    .orElseGet(() -> ClassUtils.resolvePrimitiveIfNecessary(type));
        }

        String shownType() {
            return type.getSimpleName();
        }

        Object wrapped(Object id) {
            return SingleValueRecord.of(type).map(one -> one.wrap(id)).orElse(id);
        }
    }

    /** Draws ids for a field. */
    public interface Source {

        Object next();

        /**
         * Draws several ids, in the order of issue.
         *
         * @param count at least 1
         */
        List<Object> next(int count);

        CompletableFuture<Object> nextAsync();
    }

    /** Ids of one field. Their source may depend on the entity. */
    public interface FieldIds {

        /**
         * The key of an entity's counter; empty if one source serves all entities.
         *
         * @throws GeneratedIdException if the entity has no key yet
         */
        String key(Object entity);

        Source forKey(String key);

        default Source forEntity(Object entity) {
            return forKey(key(entity));
        }

        /**
         * Notes that a property was filled. If its number is part of the thread's transaction, and that rolls back, the
         * property is emptied again, unless it has another value by then.
         *
         * @param writing writes the property; takes null, or 0 if the property is a {@code long}
         */
        void noteFilled(Object value, Supplier<@Nullable Object> reading, Consumer<@Nullable Object> writing);
    }

    /** Hibernate has Spring call this with beans, too. */
    public EntityIds(
            ObjectProvider<IdService> strings,
            ObjectProvider<IdGenerators> generators,
            ObjectProvider<TransactionalGenerators> transactional) {
        this.strings = strings;
        this.generators = generators;
        this.transactional = transactional;
    }

    /**
     * Returns the ids of a field.
     *
     * @param entity the class of the entity, which has the property with the key
     * @param type the type of the field
     * @param name the field with its class, for messages
     * @throws GeneratedIdException if there is no such generator or key, or the ids do not fit the field
     */
    public FieldIds field(AnnotationValues wanted, Class<?> entity, Class<?> type, String name) {
        return fields.computeIfAbsent(new Field(wanted, entity, type, name), this::find);
    }

    /**
     * Returns ids of a generator: numbers as they are, all others as their usual text.
     *
     * @param generator the generator's name, or empty for string ids
     * @param business the business code of string ids
     * @param what the user of the ids, for messages
     * @throws GeneratedIdException if there is no such generator, or the business code is invalid
     */
    public Source source(String generator, String business, String what) {
        if (generator.isEmpty()) {
            return texts(strings(business, what));
        }
        IdGenerator<?> ids = known(generator, what).get(generator);
        return ids instanceof LongIdGenerator numbers ? of(numbers, id -> id) : texts(ids);
    }

    /** Whether a field has no id yet. */
    public static boolean isMissing(@Nullable Object id) {
        return id == null || id.equals(0L);
    }

    private FieldIds find(Field field) {
        AnnotationValues wanted = field.wanted();
        if (wanted.generator().isEmpty()) {
            return unkeyed(strings(field), field);
        }
        if (!wanted.business().isEmpty()) {
            throw new GeneratedIdException(
                    field.on() + " has the name of a generator and a business code",
                    "Remove one of them: only string ids have a business code, and they need no generator's name.",
                    null);
        }
        IdGenerators all = known(wanted.generator(), field.on());
        boolean keyed = all.names().contains(wanted.generator()) && all.codec(wanted.generator()) instanceof KeyedIds;
        if (keyed == wanted.key().isEmpty()) {
            throw new GeneratedIdException(
                    field.on()
                            + (keyed
                                    ? " names no key, but the generator has a counter for each key"
                                    : " names a key, but the generator has no keys"),
                    keyed
                            ? "Add the property with the key, such as key = \"tenantId\"."
                            : "Remove the key; or set 'idgen.generators." + wanted.generator()
                                    + ".keyed' to true, if its type is 'counter'.",
                    null);
        }
        try {
            return keyed ? keyed(all, field) : unkeyed(generator(all, field), field);
        } catch (IllegalArgumentException e) {
            throw new GeneratedIdException(
                    field.on() + ", which is of type " + field.shownType() + ": " + e.getMessage(),
                    "Change the field to the type of these ids, or to String, which takes any id as its text; or set "
                            + typeOf(wanted.generator()) + " to a type of generator whose ids are of the field's type.",
                    e);
        }
    }

    private IdGenerator<String> strings(Field field) {
        if (!field.wanted().key().isEmpty()) {
            throw new GeneratedIdException(
                    field.on() + " has a key, but names no generator",
                    "Name the generator that counts by this key, as @GeneratedId(value = \"invoice\", key = \""
                            + field.wanted().key() + "\").",
                    null);
        }
        if (field.idType() != String.class) {
            throw new GeneratedIdException(
                    field.on() + " makes ids of type String, but the field is of type " + field.shownType(),
                    "Name a generator of that type, as @GeneratedId(\"order\") with 'idgen.generators.order.type', or make the"
                            + " field a String.",
                    null);
        }
        return strings(field.wanted().business(), field.on());
    }

    private IdGenerator<String> strings(String business, String what) {
        IdService service = strings.getIfUnique();
        if (service == null) {
            throw missing(what, IdService.class);
        }
        IdGenerator<String> ids;
        try {
            ids = service.forBusiness(business);
        } catch (InvalidBusinessCodeException e) {
            throw new GeneratedIdException(what + ": " + e.getMessage(), "Choose another business code.", e);
        }
        if (ids == null) {
            throw new GeneratedIdException(
                    what + " gets no ids, because the bean of type IdService returns null, as a mock does",
                    "Remove the mock, and use ids of memory: see @AutoConfigureIdgen.",
                    null);
        }
        return ids;
    }

    /** Returns all generators, after checking that one has that name. */
    private IdGenerators known(String generator, String what) {
        IdGenerators all = generators.getIfUnique();
        if (all == null) {
            throw missing(what, IdGenerators.class);
        }
        Set<String> names = new LinkedHashSet<>(all.names());
        if (!names.contains(generator)) {
            throw new GeneratedIdException(
                    what + " names a generator that 'idgen.generators' does not have; it has " + names,
                    "Set " + typeOf(generator) + ", or name one of these generators.",
                    null);
        }
        return all;
    }

    private static String typeOf(String generator) {
        return "'idgen.generators." + generator + ".type'";
    }

    private static GeneratedIdException missing(String what, Class<?> bean) {
        return new GeneratedIdException(
                what + " needs a bean of type " + bean.getSimpleName() + ", but there is none",
                "Check whether 'idgen.enabled' is false, or 'idgen.store' names a store that the application lacks.",
                new NoSuchBeanDefinitionException(bean));
    }

    private static IdGenerator<?> generator(IdGenerators all, Field field) {
        String name = field.wanted().generator();
        return field.idType() == String.class ? all.get(name) : all.get(name, field.idType());
    }

    private FieldIds unkeyed(IdGenerator<?> generator, Field field) {
        Source source = source(generator, field);
        return ids(field, entity -> "", key -> source);
    }

    private FieldIds keyed(IdGenerators all, Field field) {
        String name = field.wanted().generator();
        KeyedIds<?> ids = field.idType() == String.class ? all.getKeyed(name) : all.getKeyed(name, field.idType());
        KeyProperty property = new KeyProperty(field.entity(), field.wanted().key(), field.on());
        return ids(field, property::of, key -> source(ids.forKey(key), field));
    }

    private FieldIds ids(Field field, Function<Object, String> keys, Function<String, Source> sources) {
        boolean rollsBack = transactional.getObject().contains(field.wanted().generator());
        Object empty = field.type().isPrimitive() ? 0L : null;
        return new FieldIds() {
            @Override
            public String key(Object entity) {
                return keys.apply(entity);
            }

            @Override
            public Source forKey(String key) {
                return sources.apply(key);
            }

            @Override
            public void noteFilled(
                    Object value, Supplier<@Nullable Object> reading, Consumer<@Nullable Object> writing) {
                if (rollsBack) {
                    RolledBackValues.watch(value, reading, () -> writing.accept(empty));
                }
            }
        };
    }

    private static <T> Source source(IdGenerator<T> generator, Field field) {
        boolean text = field.idType() == String.class;
        return of(generator, id -> field.wrapped(text ? generator.format(id) : id));
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
