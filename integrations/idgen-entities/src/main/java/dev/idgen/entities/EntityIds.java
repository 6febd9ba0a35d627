package dev.idgen.entities;

import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Finds the source of the ids of an entity's field. Thread-safe. */
public final class EntityIds {

    private final KnownGenerators known;
    private final ObjectProvider<TransactionalGenerators> transactional;
    private final Map<GeneratedField, FieldIds> fields = new ConcurrentHashMap<>();

    /**
     * The values of an annotation.
     *
     * @param generator the generator's name, or empty for string ids
     * @param business the business code of string ids
     * @param key the entity's property with the counter's key, or empty
     * @param date the entity's property with the document's date, or empty
     * @param assigned what an insert does with a value that the application has set: the name of its constant, whose
     *     package uses this one
     */
    public record AnnotationValues(String generator, String business, String key, String date, String assigned) {

        /** Whether {@code assigned} is set. */
        public boolean isAssignedSet() {
            return !assigned.equals("DEFAULT");
        }

        boolean replaces() {
            return assigned.equals("REPLACE");
        }

        boolean refuses() {
            return assigned.equals("REFUSE");
        }

        /** The annotation and its place, for messages. */
        String on(String name) {
            StringJoiner values = new StringJoiner(", ", "@GeneratedId(", ") on " + name);
            values.setEmptyValue("@GeneratedId on " + name);
            boolean alone = (business + key + date).isEmpty() && !isAssignedSet();
            add(values, alone ? "" : "value = ", generator);
            add(values, "business = ", business);
            add(values, "key = ", key);
            add(values, "date = ", date);
            if (isAssignedSet()) {
                values.add("assigned = " + assigned);
            }
            return values.toString();
        }

        private static void add(StringJoiner values, String name, String value) {
            if (!value.isEmpty()) {
                values.add(name + '"' + value + '"');
            }
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

    /**
     * The counter of an entity. Entities with equal ones share a source.
     *
     * @param key the counter's key; empty if it has none
     * @param date chooses the period; null for the present one
     */
    public record Counter(String key, @Nullable Temporal date) {}

    /** Ids of one field. Their source may depend on the entity. */
    public interface FieldIds {

        /**
         * Whether an insert fills the property.
         *
         * @param present the property's value
         * @throws GeneratedIdException if the application must not set a value, and has set this one
         */
        boolean isToFill(@Nullable Object present);

        /**
         * The counter of an entity; the same for all entities if one source serves them.
         *
         * @throws GeneratedIdException if the entity has no key or date yet
         */
        Counter counter(Object entity);

        /**
         * The ids of a counter.
         *
         * @throws GeneratedIdException if no counter can have the key or the date
         */
        Source of(Counter counter);

        default Source forEntity(Object entity) {
            return of(counter(entity));
        }

        /**
         * Notes that a property was filled. If the thread's transaction rolls back, the property is emptied again, unless
         * it has another value by then: if its number is part of the transaction, or values that are set are refused.
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
        this.known = new KnownGenerators(strings, generators);
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
        return fields.computeIfAbsent(new GeneratedField(wanted, entity, type, name), this::find);
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
            return texts(known.strings(business, what));
        }
        IdGenerator<?> ids = known.named(generator, what).get(generator);
        return ids instanceof LongIdGenerator numbers ? drawn(numbers, id -> id) : texts(ids);
    }

    /** Whether a field has no id yet. */
    public static boolean isMissing(@Nullable Object id) {
        return id == null || id.equals(0L);
    }

    private FieldIds find(GeneratedField field) {
        if (field.wanted().generator().isEmpty()) {
            return shared(known.strings(field), field);
        }
        IdGenerators all = known.of(field);
        try {
            return field.wanted().key().isEmpty() && field.wanted().date().isEmpty()
                    ? shared(generator(all, field), field)
                    : counted(all, field);
        } catch (IllegalArgumentException e) {
            throw KnownGenerators.misfit(field, e);
        }
    }

    private static IdGenerator<?> generator(IdGenerators all, GeneratedField field) {
        String name = field.wanted().generator();
        return field.idType() == String.class ? all.get(name) : all.get(name, field.idType());
    }

    private FieldIds shared(IdGenerator<?> generator, GeneratedField field) {
        Source source = source(generator, field);
        Counter only = new Counter("", null);
        return ids(field, entity -> only, counter -> source);
    }

    private FieldIds counted(IdGenerators all, GeneratedField field) {
        AnnotationValues wanted = field.wanted();
        Function<String, CountedIds<?>> counters = wanted.key().isEmpty() ? one(all, field) : keyed(all, field);
        Function<Object, String> key =
                wanted.key().isEmpty() ? entity -> "" : new KeyProperty(field.entity(), wanted.key(), field.on())::of;
        Function<Object, @Nullable Temporal> date = wanted.date().isEmpty()
                ? entity -> null
                : new DateProperty(field.entity(), wanted.date(), field.on())::of;
        return ids(field, entity -> new Counter(key.apply(entity), date.apply(entity)), counter -> {
            try {
                CountedIds<?> ids = counters.apply(counter.key());
                CountedIds<?> dated = counter.date() == null ? ids : ids.on(counter.date());
                return source(dated, field);
            } catch (IllegalArgumentException e) { // no key, or a year that the template cannot show
                throw new GeneratedIdException(
                        field.on() + ": " + e.getMessage(),
                        "Check the entity's property before you store the entity.",
                        e);
            }
        });
    }

    private static Function<String, CountedIds<?>> one(IdGenerators all, GeneratedField field) {
        if (generator(all, field) instanceof CountedIds<?> counted) {
            return key -> counted;
        }
        throw new GeneratedIdException(
                field.on() + " names a date, but the generator has no counter",
                "Remove the date, or choose a generator of type 'counter' whose template has a year.",
                null);
    }

    private static Function<String, CountedIds<?>> keyed(IdGenerators all, GeneratedField field) {
        String name = field.wanted().generator();
        return (field.idType() == String.class ? all.getKeyed(name) : all.getKeyed(name, field.idType()))::forKey;
    }

    private FieldIds ids(GeneratedField field, Function<Object, Counter> counters, Function<Counter, Source> sources) {
        boolean rollsBack = field.wanted().refuses()
                || transactional.getObject().contains(field.wanted().generator());
        return new FieldIds() {
            @Override
            public boolean isToFill(@Nullable Object present) {
                return field.isToFill(present);
            }

            @Override
            public Counter counter(Object entity) {
                return counters.apply(entity);
            }

            @Override
            public Source of(Counter counter) {
                return sources.apply(counter);
            }

            @Override
            public void noteFilled(
                    Object value, Supplier<@Nullable Object> reading, Consumer<@Nullable Object> writing) {
                if (rollsBack) {
                    RolledBackValues.watch(value, reading, () -> writing.accept(field.empty()));
                }
            }
        };
    }

    private static <T> Source source(IdGenerator<T> generator, GeneratedField field) {
        boolean text = field.idType() == String.class;
        return drawn(generator, id -> field.wrapped(text ? generator.format(id) : id));
    }

    private static <T> Source texts(IdGenerator<T> generator) {
        return drawn(generator, generator::format);
    }

    private static <T> Source drawn(IdGenerator<T> generator, Function<? super T, Object> form) {
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
