package dev.idgen.autoconfigure;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.internal.text.DecodedIdConverter;
import dev.idgen.internal.text.IdTextConverter;
import dev.idgen.internal.text.IdTexts;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/**
 * Lets controllers take ids as parameters: Spring Boot hands converters that are beans to Spring MVC and WebFlux. That holds
 * for {@link dev.idgen.text.IdText} even where {@code idgen.enabled} is false.
 */
@AutoConfiguration(after = IdgenAutoConfiguration.class)
public final class IdgenConversionAutoConfiguration {

    @Bean
    IdTextConverter idgenIdTextConverter(ObjectProvider<IdGenerators> generators) {
        return new IdTextConverter(new IdTexts(generators));
    }

    @Bean
    @ConditionalOnBean(IdService.class)
    DecodedIdConverter idgenDecodedIdConverter(IdService ids) {
        return new DecodedIdConverter(ids);
    }
}
