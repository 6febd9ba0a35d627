package dev.idgen.autoconfigure;

import dev.idgen.InvalidIdException;
import dev.idgen.web.IdTextConverter;
import dev.idgen.web.schema.GraphQlTexts;
import dev.idgen.web.schema.IdTextSchemas;
import graphql.GraphqlErrorBuilder;
import graphql.GraphqlErrorException;
import io.swagger.v3.core.converter.ModelConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.graphql.data.method.annotation.support.AnnotatedControllerConfigurer;
import org.springframework.graphql.execution.DataFetcherExceptionResolver;
import org.springframework.graphql.execution.ErrorType;

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

        /** An argument that is not an id, or that a controller refuses, is the request's fault. */
        @Bean
        DataFetcherExceptionResolver idgenGraphQlErrors() {
            return DataFetcherExceptionResolver.forSingleError((thrown, environment) -> {
                Throwable mistake = thrown instanceof GraphqlErrorException ? thrown.getCause() : thrown;
                return mistake instanceof InvalidIdException
                        ? GraphqlErrorBuilder.newError(environment)
                                .errorType(ErrorType.BAD_REQUEST)
                                .message(String.valueOf(mistake.getMessage()))
                                .build()
                        : null;
            });
        }
    }

    /** Spring Boot 3.5 gives GraphQL all converters that are beans, and Spring Boot 4 none of them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.graphql.data.GraphQlArgumentBinder$Options")
    static class GraphQlArguments {

        @Bean
        static BeanPostProcessor idgenGraphQlArguments(ObjectProvider<IdTextConverter> ids) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof AnnotatedControllerConfigurer controllers) {
                        controllers.configureBinder(options -> {
                            if (options.conversionService() == ApplicationConversionService.getSharedInstance()) {
                                options.conversionService(new ArgumentConversion(ids.getObject()));
                            }
                        });
                    }
                    return bean;
                }
            };
        }
    }

    /** Spring for GraphQL would lose the reason, unless an exception of GraphQL has it. */
    private static final class ArgumentConversion extends ApplicationConversionService {

        ArgumentConversion(IdTextConverter ids) {
            addConverter(ids);
        }

        @Override
        public @Nullable Object convert(@Nullable Object source, @Nullable TypeDescriptor from, TypeDescriptor to) {
            try {
                return super.convert(source, from, to);
            } catch (ConversionFailedException e) {
                if (e.getCause() instanceof InvalidIdException) {
                    throw GraphqlErrorException.newErrorException()
                            .cause(e.getCause())
                            .build();
                }
                throw e;
            }
        }
    }
}
