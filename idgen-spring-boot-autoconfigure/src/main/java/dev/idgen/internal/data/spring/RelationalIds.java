package dev.idgen.internal.data.spring;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/** {@link GeneratedId} with Spring Data JDBC. */
public final class RelationalIds implements BeforeConvertCallback<Object> {

    private final MissingIds missing;

    public RelationalIds(EntityIds ids, RelationalMappingContext mapping) {
        this.missing = new MissingIds(ids, mapping);
    }

    @Override
    public Object onBeforeConvert(Object entity) {
        return missing.filled(entity);
    }
}
