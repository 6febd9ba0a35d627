package dev.idgen.entities.spring;

import dev.idgen.data.GeneratedId;
import dev.idgen.data.GeneratedId.Assigned;
import dev.idgen.entities.EntityIds;
import dev.idgen.entities.GeneratedIdException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.domain.Persistable;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;
import org.springframework.data.mongodb.core.mapping.event.ReactiveBeforeConvertCallback;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;

/** Fills ids of Spring Data's entities, records included. Thread-safe. */
public class MissingIds implements SmartInitializingSingleton {

    /** {@link GeneratedId} with Spring Data JDBC. */
    public static final class RelationalIds extends MissingIds
            implements org.springframework.data.relational.core.mapping.event.BeforeConvertCallback<Object> {

        private final ObjectProvider<RelationalMappingContext> mapping;

        public RelationalIds(EntityIds ids, ObjectProvider<RelationalMappingContext> mapping) {
            super(ids, mapping, UPDATED_BY_SAVE);
            this.mapping = mapping;
        }

        /** Spring Data asks for the root of an aggregate only, so the parts would be stored without ids. */
        @Override
        void check(PersistentEntity<?, ?> root) {
            mapping
                    .getObject()
                    .findPersistentPropertyPaths(
                            root.getType(), property -> property.isAnnotationPresent(GeneratedId.class))
                    .stream()
                    .filter(path -> path.getLength() > 1)
                    .findFirst()
                    .ifPresent(path -> {
                        throw new GeneratedIdException(
                                "@GeneratedId on " + name(path.getLeafProperty()) + " is in a part of "
                                        + root.getType().getName() + ", and is for roots of aggregates only",
                                "Remove it, and call next() of the generator before you add a part to its root.");
                    });
        }

        @Override
        public Object onBeforeConvert(Object entity) {
            return filled(entity);
        }
    }

    /** {@link GeneratedId} with Spring Data R2DBC; never blocks. */
    public static final class R2dbcIds extends MissingIds
            implements org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback<Object> {

        public R2dbcIds(EntityIds ids, ObjectProvider<RelationalMappingContext> mapping) {
            super(ids, mapping, UPDATED_BY_SAVE);
        }

        @Override
        public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
            return Mono.fromFuture(() -> filledAsync(entity));
        }
    }

    /** {@link GeneratedId} with Spring Data MongoDB. */
    public static final class MongoIds extends MissingIds implements BeforeConvertCallback<Object> {

        public MongoIds(EntityIds ids, ObjectProvider<MongoMappingContext> mapping) {
            super(ids, mapping, STORED_BY_SAVE);
        }

        @Override
        public Object onBeforeConvert(Object entity, String collection) {
            return filled(entity);
        }
    }

    /** {@link GeneratedId} with reactive Spring Data MongoDB; never blocks. */
    public static final class ReactiveMongoIds extends MissingIds implements ReactiveBeforeConvertCallback<Object> {

        public ReactiveMongoIds(EntityIds ids, ObjectProvider<MongoMappingContext> mapping) {
            super(ids, mapping, STORED_BY_SAVE);
        }

        @Override
        public Publisher<Object> onBeforeConvert(Object entity, String collection) {
            return Mono.fromFuture(() -> filledAsync(entity));
        }
    }

    /** What {@code assigned} may be if Spring Data knows a new entity by its missing id alone, and then updates it. */
    private static final Set<Assigned> UPDATED_BY_SAVE = EnumSet.of(Assigned.DEFAULT);

    /** The same if {@code save} stores an entity under any id. */
    private static final Set<Assigned> STORED_BY_SAVE = EnumSet.of(Assigned.DEFAULT, Assigned.KEEP);

    private final EntityIds ids;
    private final ObjectProvider<? extends MappingContext<?, ?>> mapping;
    private final Set<Assigned> withoutVersion;
    private final Map<Class<?>, List<Generated>> known = new ConcurrentHashMap<>();

    private record Generated(PersistentProperty<?> property, EntityIds.FieldIds ids) {}

    /** A property that gets an id, and the source of its id. */
    private record Gap(Generated generated, EntityIds.Source source) {}

    private MissingIds(
            EntityIds ids, ObjectProvider<? extends MappingContext<?, ?>> mapping, Set<Assigned> withoutVersion) {
        this.ids = ids;
        this.mapping = mapping;
        this.withoutVersion = withoutVersion;
    }

    /** Checks the annotations of all entities that are known at startup. */
    @Override
    public void afterSingletonsInstantiated() {
        mapping.forEach(all -> all.getPersistentEntities().forEach(this::generated));
    }

    /** The entity, or a copy of it, with its ids. */
    <T> T filled(T entity) {
        return filled(entity, gaps(entity), gap -> gap.source.next());
    }

    /** Like {@link #filled} without blocking. */
    <T> CompletableFuture<T> filledAsync(T entity) {
        Map<Gap, CompletableFuture<Object>> drawn = new LinkedHashMap<>();
        gaps(entity).forEach(gap -> drawn.put(gap, gap.source.nextAsync()));
        return CompletableFuture.allOf(drawn.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> filled(
                        entity,
                        drawn.keySet(),
                        gap -> Objects.requireNonNull(drawn.get(gap)).join()));
    }

    private <T> T filled(T entity, Collection<Gap> gaps, Function<Gap, Object> drawn) {
        if (gaps.isEmpty()) {
            return entity;
        }
        PersistentPropertyAccessor<T> accessor = mapping.getObject()
                .getRequiredPersistentEntity(entity.getClass())
                .getPropertyAccessor(entity);
        for (Gap gap : gaps) {
            Object id = drawn.apply(gap);
            PersistentProperty<?> property = gap.generated.property;
            accessor.setProperty(property, id);
            gap.generated.ids.noteFilled(
                    id, () -> accessor.getProperty(property), empty -> accessor.setProperty(property, empty));
        }
        return accessor.getBean();
    }

    /** Of an entity that is stored already, a missing id only. */
    private List<Gap> gaps(Object entity) {
        PersistentEntity<?, ?> persistent = mapping.getObject().getPersistentEntity(entity.getClass());
        if (persistent == null || generated(persistent).isEmpty()) {
            return List.of();
        }
        PersistentPropertyAccessor<?> accessor = persistent.getPropertyAccessor(entity);
        boolean isNew = persistent.isNew(entity);
        return generated(persistent).stream()
                .filter(generated -> {
                    Object present = accessor.getProperty(generated.property);
                    return isNew
                            ? generated.ids.isToFill(present)
                            : generated.property.isIdProperty() && EntityIds.isMissing(present);
                })
                .map(missing -> new Gap(missing, missing.ids.forEntity(entity)))
                .toList();
    }

    /** @throws GeneratedIdException if an annotation would not be obeyed */
    void check(PersistentEntity<?, ?> root) {}

    private List<Generated> generated(PersistentEntity<?, ?> entity) {
        List<Generated> properties = known.get(entity.getType());
        if (properties == null) {
            // Not inside computeIfAbsent: this may create generators, and they may ask a database.
            properties = new ArrayList<>();
            for (PersistentProperty<?> property : entity.getPersistentProperties(GeneratedId.class)) {
                properties.add(new Generated(property, ids(entity, property)));
            }
            check(entity);
            known.put(entity.getType(), List.copyOf(properties));
        }
        return properties;
    }

    private EntityIds.FieldIds ids(PersistentEntity<?, ?> entity, PersistentProperty<?> property) {
        GeneratedId annotation = property.getRequiredAnnotation(GeneratedId.class);
        Assigned assigned = annotation.assigned();
        boolean isNewById = !entity.hasVersionProperty() && !Persistable.class.isAssignableFrom(entity.getType());
        if (property.isIdProperty() && isNewById && !withoutVersion.contains(assigned)) {
            throw new GeneratedIdException(
                    "@GeneratedId(assigned = " + assigned + ") on " + name(property)
                            + " cannot be obeyed: Spring Data takes the entity for stored once its id is set",
                    "Give the entity a property with @Version, or let it implement Persistable; or remove 'assigned'.");
        }
        return ids.field(annotation, entity.getType(), property.getType(), name(property));
    }

    private static String name(PersistentProperty<?> property) {
        return property.getOwner().getType().getName() + "." + property.getName();
    }
}
