package dev.idgen.internal.data.spring;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;

/** {@link GeneratedId} with Spring Data MongoDB. */
public final class MongoIds implements BeforeConvertCallback<Object> {

    private final MissingIds missing;

    public MongoIds(EntityIds ids, MongoMappingContext mapping) {
        this.missing = new MissingIds(ids, mapping);
    }

    @Override
    public Object onBeforeConvert(Object entity, String collection) {
        return missing.filled(entity);
    }
}
