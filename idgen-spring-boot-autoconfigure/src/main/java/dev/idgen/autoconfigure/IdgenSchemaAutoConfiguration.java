package dev.idgen.autoconfigure;

import dev.idgen.web.IdTextConverter;
import dev.idgen.web.schema.GraphQlArguments;
import dev.idgen.web.schema.GraphQlTexts;
import dev.idgen.web.schema.IdTextSchemas;
import io.swagger.v3.core.converter.ModelConverter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.graphql.data.method.annotation.support.AnnotatedControllerConfigurer;
import org.springframework.graphql.execution.DataFetcherExceptionResolver;

/**
 * Describes ids with {@link dev.idgen.text.IdText} as strings for springdoc, and reads and writes them with Spring for
 * GraphQL. springdoc asks the converter first that is registered last.
 */
@AutoConfiguration(
        after = IdgenTextAutoConfiguration.class,
        afterName = {
            "org.springdoc.core.configuration.SpringDocConfiguration",
            "org.springdoc.core.configuration.SpringDocKotlinConfiguration"
        })
public final class IdgenSchemaAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ModelConverter.class)
    static class OpenApi {

        @Bean
        IdTextSchemas idgenIdTextSchemas(IdTextConverter ids) {
            return new IdTextSchemas(ids);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AnnotatedControllerConfigurer.class)
    static class GraphQl {

        @Bean
        GraphQlTexts idgenGraphQlTexts(IdTextConverter ids) {
            return new GraphQlTexts(ids);
        }

        @Bean
        DataFetcherExceptionResolver idgenGraphQlErrors() {
            return DataFetcherExceptionResolver.forSingleError(GraphQlArguments::error);
        }
    }

    /** Spring Boot 3.5 gives GraphQL all converters that are beans. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.graphql.data.GraphQlArgumentBinder$Options")
    static class Arguments {

        @Bean
        static BeanPostProcessor idgenGraphQlArguments(ObjectProvider<IdTextConverter> ids) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof AnnotatedControllerConfigurer controllers) {
                        controllers.configureBinder(options -> options.conversionService(
                                new GraphQlArguments(ids.getObject(), options.conversionService())));
                    }
                    return bean;
                }
            };
        }
    }
}
