package dev.idgen.integrations.recipes;

import dev.idgen.IdService;
import org.flowable.common.engine.impl.cfg.IdGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class FlowableIds {

    @Bean
    IdGenerator flowableIds(IdService ids) {
        return () -> ids.nextId("FLOW");
    }
}
