package dev.idgen.internal.data.spring;

import dev.idgen.data.GeneratedId;
import dev.idgen.internal.data.EntityIds;
import org.reactivestreams.Publisher;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;

/** {@link GeneratedId} with Spring Data R2DBC; never blocks. */
public final class R2dbcIds implements BeforeConvertCallback<Object> {

    private final MissingIds missing;

    public R2dbcIds(EntityIds ids, RelationalMappingContext mapping) {
        this.missing = new MissingIds(ids, mapping);
    }

    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
        return Mono.fromFuture(() -> missing.filledAsync(entity));
    }
}
