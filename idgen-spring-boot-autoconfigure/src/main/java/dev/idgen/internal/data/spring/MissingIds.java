package dev.idgen.internal.data.spring;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import dev.idgen.internal.data.GeneratedIdException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Publisher;
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

/** Fills the ids that entities of Spring Data lack, records included, as each of its stores asks. Thread-safe. */
public class MissingIds {

    /** {@link GeneratedId} with Spring Data JDBC. */
    public static final class RelationalIds extends MissingIds
            implements org.springframework.data.relational.core.mapping.event.BeforeConvertCallback<Object> {

        public RelationalIds(EntityIds ids, RelationalMappingContext mapping) {
            super(ids, mapping);
        }

        @Override
        public Object onBeforeConvert(Object entity) {
            return filled(entity);
        }
    }

    /** {@link GeneratedId} with Spring Data R2DBC; never blocks. */
    public static final class R2dbcIds extends MissingIds
            implements org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback<Object> {

        public R2dbcIds(EntityIds ids, RelationalMappingContext mapping) {
            super(ids, mapping);
        }

        @Override
        public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
            return Mono.fromFuture(() -> filledAsync(entity));
        }
    }

    /** {@link GeneratedId} with Spring Data MongoDB. */
    public static final class MongoIds extends MissingIds implements BeforeConvertCallback<Object> {

        public MongoIds(EntityIds ids, MongoMappingContext mapping) {
            super(ids, mapping);
        }

        @Override
        public Object onBeforeConvert(Object entity, String collection) {
            return filled(entity);
        }
    }

    /** {@link GeneratedId} with reactive Spring Data MongoDB; never blocks. */
    public static final class ReactiveMongoIds extends MissingIds implements ReactiveBeforeConvertCallback<Object> {

        public ReactiveMongoIds(EntityIds ids, MongoMappingContext mapping) {
            super(ids, mapping);
        }

        @Override
        public Publisher<Object> onBeforeConvert(Object entity, String collection) {
            return Mono.fromFuture(() -> filledAsync(entity));
        }
    }

    private final EntityIds ids;
    private final MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> mapping;

    private MissingIds(
            EntityIds ids, MappingContext<? extends PersistentEntity<?, ?>, ? extends PersistentProperty<?>> mapping) {
        this.ids = ids;
        this.mapping = mapping;
    }

    /** The entity, or a copy of it, with an id. */
    <T> T filled(T entity) {
        return gap(entity).map(gap -> gap.filled(gap.source.next())).orElse(entity);
    }

    /** Like {@link #filled} without blocking. */
    <T> CompletableFuture<T> filledAsync(T entity) {
        return gap(entity)
                .map(gap -> gap.source.nextAsync().thenApply(gap::filled))
                .orElseGet(() -> CompletableFuture.completedFuture(entity));
    }

    private <T> Optional<Gap<T>> gap(T entity) {
        PersistentEntity<?, ?> persistent = mapping.getPersistentEntity(entity.getClass());
        if (persistent == null) {
            return Optional.empty();
        }
        PersistentProperty<?> property = persistent.getIdProperty();
        GeneratedId annotation = property == null ? null : property.findAnnotation(GeneratedId.class);
        if (property == null || annotation == null) {
            checkNoOther(persistent);
            return Optional.empty();
        }
        PersistentPropertyAccessor<T> accessor = persistent.getPropertyAccessor(entity);
        return EntityIds.isMissing(accessor.getProperty(property))
                ? Optional.of(new Gap<>(
                        accessor,
                        property,
                        ids.source(
                                annotation.value(),
                                annotation.business(),
                                property.getType(),
                                persistent.getType().getName() + "." + property.getName())))
                : Optional.empty();
    }

    /** An annotation on another property would do nothing, unnoticed. */
    private static void checkNoOther(PersistentEntity<?, ?> entity) {
        PersistentProperty<?> annotated = entity.getPersistentProperty(GeneratedId.class);
        if (annotated != null) {
            throw GeneratedIdException.notOnId(entity.getType().getName() + "." + annotated.getName());
        }
    }

    private record Gap<T>(
            PersistentPropertyAccessor<T> accessor, PersistentProperty<?> property, EntityIds.Source source) {

        T filled(Object id) {
            accessor.setProperty(property, id);
            return accessor.getBean();
        }
    }
}
