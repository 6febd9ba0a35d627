package dev.idgen.integrations.recipes;

import dev.idgen.LongIdGenerator;
import java.util.function.Consumer;
import org.jooq.RecordContext;
import org.jooq.RecordListener;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jooq.autoconfigure.DefaultConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class JooqIds {

    @Bean
    DefaultConfigurationCustomizer parcelIds(@Qualifier("parcel") LongIdGenerator parcel) {
        Consumer<RecordContext> fill = context -> {
            if (context.record() instanceof ParcelsRecord row && row.getId() == null) {
                row.setId(parcel.nextLong());
            }
        };
        return configuration ->
                configuration.set(RecordListener.onInsertStart(fill).onMergeStart(fill));
    }
}
