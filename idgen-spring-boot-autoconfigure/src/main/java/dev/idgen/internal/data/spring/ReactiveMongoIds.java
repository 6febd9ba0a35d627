package dev.idgen.internal.data.spring;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import org.reactivestreams.Publisher;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.ReactiveBeforeConvertCallback;
import reactor.core.publisher.Mono;

/** {@link GeneratedId} with reactive Spring Data MongoDB; never blocks. */
public final class ReactiveMongoIds implements ReactiveBeforeConvertCallback<Object> {

    private final MissingIds missing;

    public ReactiveMongoIds(EntityIds ids, MongoMappingContext mapping) {
        this.missing = new MissingIds(ids, mapping);
    }

    @Override
    public Publisher<Object> onBeforeConvert(Object entity, String collection) {
        return Mono.fromFuture(() -> missing.filledAsync(entity));
    }
}
