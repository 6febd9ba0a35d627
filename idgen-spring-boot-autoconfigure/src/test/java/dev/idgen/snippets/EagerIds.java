package dev.idgen.snippets;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class EagerIds {

    @Bean
    static LazyInitializationExcludeFilter idsAtTheStart() {
        return LazyInitializationExcludeFilter.forBeanTypes(IdService.class, IdGenerators.class);
    }
}
