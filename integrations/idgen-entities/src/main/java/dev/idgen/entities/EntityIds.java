package dev.idgen.entities;

import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
     * Ids of one field. Their source may depend on the entity.
     *
     * @param rollsBack whether a rollback empties the property
     * @param sources finds the source of an entity's ids
     */
    public record FieldIds(GeneratedField field, boolean rollsBack, Function<Object, Source> sources) {

        /**
         * Whether an insert fills the property.
         *
         * @param present the property's value
         * @throws GeneratedIdException if the application must not set a value, and has set this one
         */
        public boolean isToFill(@Nullable Object present) {
            if (isMissing(present)) {
                return true;
            }
            if (field.wanted().refuses()) {
                throw new GeneratedIdException(
                        field.on() + ": the application has set it to '" + present + "'",
                        "Leave it " + field.empty()
                                + " before an insert; or set 'assigned' to KEEP, which stores such values, or to REPLACE,"
                                + " which generates others.");
            }
            return field.wanted().replaces();
        }

        /**
         * The ids for an entity. They are equal for entities that share a counter.
         *
         * @throws GeneratedIdException if the entity has no key or date yet, or no counter can have them
         */
        public Source forEntity(Object entity) {
            return sources.apply(entity);
        }

        /**
         * Notes that a property was filled. If the thread's transaction rolls back, the property is emptied again, unless
         * it has another value by then: if its number is part of the transaction, or values that are set are refused.
         *
         * @param writing writes the property; takes null, or 0 if the property is a {@code long}
         */
        public void noteFilled(Object value, Supplier<@Nullable Object> reading, Consumer<@Nullable Object> writing) {
            if (rollsBack) {
                RolledBackValues.watch(value, reading, () -> writing.accept(field.empty()));
            }
        }
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
     * @param generatedId the annotation, whose package uses this one
     * @param entity the class of the entity, which has the property with the key
     * @param type the type of the field
     * @param name the field with its class, for messages
     * @throws GeneratedIdException if there is no such generator or key, or the ids do not fit the field
     */
    public FieldIds field(Annotation generatedId, Class<?> entity, Class<?> type, String name) {
        return field(AnnotationValues.of(generatedId), entity, type, name);
    }

    FieldIds field(AnnotationValues wanted, Class<?> entity, Class<?> type, String name) {
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
        IdGenerator<?> ids = generator.isEmpty()
                ? known.strings(business, what)
                : known.named(generator, what).get(generator);
        return new Drawn<>(ids, !(ids instanceof LongIdGenerator), Object.class);
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
        Source source = drawn(generator, field);
        return ids(field, entity -> source);
    }

    private FieldIds counted(IdGenerators all, GeneratedField field) {
        AnnotationValues wanted = field.wanted();
        Function<Object, CountedIds<?>> counter;
        if (wanted.key().isEmpty()) {
            CountedIds<?> only = (CountedIds<?>) generator(all, field);
            counter = entity -> only;
        } else {
            String name = wanted.generator();
            KeyedIds<?> keyed =
                    field.idType() == String.class ? all.getKeyed(name) : all.getKeyed(name, field.idType());
            PropertyPath key = PropertyPath.key(field);
            counter = entity -> keyed.forKey(key.key(entity));
        }
        PropertyPath date = wanted.date().isEmpty() ? null : PropertyPath.date(field);
        return ids(field, entity -> {
            try {
                CountedIds<?> ids = counter.apply(entity);
                return drawn(date == null ? ids : ids.on(date.date(entity)), field);
            } catch (IllegalArgumentException e) { // no key, or a year that the template cannot show
                throw new GeneratedIdException(
                        field.on() + ": " + e.getMessage(),
                        "Check the entity's property before you store the entity.",
                        e);
            }
        });
    }

    private static Source drawn(IdGenerator<?> generator, GeneratedField field) {
        return new Drawn<>(generator, field.idType() == String.class, field.type());
    }

    private FieldIds ids(GeneratedField field, Function<Object, Source> sources) {
        boolean rollsBack = field.wanted().refuses()
                || transactional.getObject().contains(field.wanted().generator());
        return new FieldIds(field, rollsBack, sources);
    }

    /**
     * Ids of a generator.
     *
     * @param asText whether to take their text
     * @param type the type of the property, which may wrap them
     */
    record Drawn<T>(IdGenerator<T> generator, boolean asText, Class<?> type) implements Source {

        @Override
        public Object next() {
            return form(generator.next());
        }

        @Override
        public List<Object> next(int count) {
            List<Object> ids = new ArrayList<>(count);
            while (ids.size() < count) {
                int most = Math.min(count - ids.size(), IdService.MAX_BATCH);
                generator.next(most).forEach(id -> ids.add(form(id)));
            }
            return ids;
        }

        @Override
        public CompletableFuture<Object> nextAsync() {
            return generator.nextAsync().thenApply(this::form);
        }

        private Object form(T id) {
            Object value = asText ? generator.format(id) : id;
            return SingleValueRecord.of(type).map(one -> one.wrap(value)).orElse(value);
        }
    }
}
