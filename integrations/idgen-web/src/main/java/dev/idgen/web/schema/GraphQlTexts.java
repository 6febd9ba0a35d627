package dev.idgen.web.schema;

import dev.idgen.web.IdTextConverter;
import graphql.execution.DataFetcherResult;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationFieldFetchParameters;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import graphql.schema.GraphQLTypeUtil;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.CollectionUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Writes ids in the results of GraphQL: those whose type, or whose field in the object that has them, is annotated with
 * {@link dev.idgen.text.IdText}. The schema has a scalar there, such as {@code ID}. Thread-safe.
 */
public final class GraphQlTexts extends SimplePerformantInstrumentation {

    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);

    private final IdTextConverter ids;

    public GraphQlTexts(IdTextConverter ids) {
        this.ids = ids;
    }

    @Override
    public DataFetcher<?> instrumentDataFetcher(
            DataFetcher<?> fetcher, InstrumentationFieldFetchParameters parameters, InstrumentationState state) {
        if (!(GraphQLTypeUtil.unwrapAll(parameters.getEnvironment().getFieldType()) instanceof GraphQLScalarType)) {
            return fetcher;
        }
        Annotation[] annotations = annotations(parameters.getEnvironment());
        return environment -> {
            Object fetched = fetcher.get(environment);
            return fetched instanceof CompletionStage<?> later
                    ? later.thenApply(value -> shown(value, annotations))
                    : shown(fetched, annotations);
        };
    }

    private static Annotation[] annotations(DataFetchingEnvironment environment) {
        Object source = environment.getSource();
        Field field = source == null
                ? null
                : ReflectionUtils.findField(
                        source.getClass(), environment.getField().getName());
        return field == null ? new Annotation[0] : field.getAnnotations();
    }

    private @Nullable Object shown(@Nullable Object value, Annotation[] annotations) {
        if (value instanceof DataFetcherResult<?> result) {
            return result.map(data -> shown(data, annotations));
        }
        if (value instanceof Optional<?> optional) {
            return shown(optional.orElse(null), annotations);
        }
        if (value instanceof Collection<?> all) {
            return all.stream().map(one -> shown(one, annotations)).toList();
        }
        if (value == null) {
            return null;
        }
        if (value.getClass().isArray()) {
            boolean areIds = ids.matches(id(value.getClass().getComponentType(), annotations), TEXT);
            return areIds ? shown(CollectionUtils.arrayToList(value), annotations) : value;
        }
        TypeDescriptor id = id(value.getClass(), annotations);
        return ids.matches(id, TEXT) ? ids.convert(value, id, TEXT) : value;
    }

    private static TypeDescriptor id(Class<?> type, Annotation[] annotations) {
        return new TypeDescriptor(ResolvableType.forClass(type), null, annotations);
    }
}
