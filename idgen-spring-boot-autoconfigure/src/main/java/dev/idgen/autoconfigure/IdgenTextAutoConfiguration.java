package dev.idgen.autoconfigure;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.web.DecodedIdConverter;
import dev.idgen.web.IdTextAdvice;
import dev.idgen.web.IdTextConverter;
import dev.idgen.web.IdTextJackson2Module;
import dev.idgen.web.IdTextModule;
import dev.idgen.web.IdTextResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Lets controllers take ids as parameters, and Jackson 3 and Jackson 2 write and read {@link dev.idgen.text.IdText}.
 * Spring Boot registers the converters and modules, since they are beans. A string that is not an id gets status 400.
 * {@code IdText} works even if {@code idgen.enabled} is false.
 */
@AutoConfiguration(after = IdgenAutoConfiguration.class)
public final class IdgenTextAutoConfiguration {

    @Bean
    IdTextConverter idgenIdTextConverter(ObjectProvider<IdGenerators> generators) {
        return new IdTextConverter(new IdTextResolver(generators));
    }

    @Bean
    @ConditionalOnBean(IdService.class)
    DecodedIdConverter idgenDecodedIdConverter(IdService ids) {
        return new DecodedIdConverter(ids);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(tools.jackson.databind.JacksonModule.class)
    static class Jackson3 {

        @Bean
        IdTextModule idgenJacksonIdTexts(ObjectProvider<IdGenerators> generators) {
            return new IdTextModule(new IdTextResolver(generators));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(com.fasterxml.jackson.databind.Module.class)
    static class Jackson2 {

        @Bean
        IdTextJackson2Module idgenJackson2IdTexts(ObjectProvider<IdGenerators> generators) {
            return new IdTextJackson2Module(new IdTextResolver(generators));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    @ConditionalOnClass(RestControllerAdvice.class)
    static class Web {

        @Bean
        IdTextAdvice idgenIdTextAdvice() {
            return new IdTextAdvice(TimeSource.system());
        }
    }
}
