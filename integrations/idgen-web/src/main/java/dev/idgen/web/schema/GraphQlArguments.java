package dev.idgen.web.schema;

import dev.idgen.InvalidIdException;
import dev.idgen.web.IdTextConverter;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.GraphqlErrorException;
import graphql.schema.DataFetchingEnvironment;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.graphql.execution.ErrorType;

/**
 * Reads GraphQL's arguments whose type has {@link dev.idgen.text.IdText}, and leaves others to another service.
 * Thread-safe.
 */
public final class GraphQlArguments implements ConversionService {

    private final IdTextConverter ids;
    private final ConversionService others;

    /** @param others for other types; null for Spring's own */
    public GraphQlArguments(IdTextConverter ids, @Nullable ConversionService others) {
        this.ids = ids;
        this.others = others == null ? DefaultConversionService.getSharedInstance() : others;
    }

    @Override
    public boolean canConvert(@Nullable Class<?> from, Class<?> to) {
        return canConvert(from == null ? null : TypeDescriptor.valueOf(from), TypeDescriptor.valueOf(to));
    }

    @Override
    public boolean canConvert(@Nullable TypeDescriptor from, TypeDescriptor to) {
        return (from != null && ids.matches(from, to)) || others.canConvert(from, to);
    }

    @Override
    @SuppressWarnings("unchecked") // as the target says
    public <T> @Nullable T convert(@Nullable Object source, Class<T> to) {
        return (T) convert(source, TypeDescriptor.forObject(source), TypeDescriptor.valueOf(to));
    }

    /** Of a text that is no id, Spring for GraphQL loses the reason, unless GraphQL's own exception says it. */
    @Override
    public @Nullable Object convert(@Nullable Object source, @Nullable TypeDescriptor from, TypeDescriptor to) {
        if (from == null || !ids.matches(from, to)) {
            return others.convert(source, from, to);
        }
        try {
            return ids.convert(source, from, to);
        } catch (InvalidIdException e) {
            throw GraphqlErrorException.newErrorException()
                    .message(String.valueOf(e.getMessage()))
                    .cause(e)
                    .build();
        }
    }

    /** The answer to an argument that is not an id, or to one that a controller refuses; null for other exceptions. */
    public static @Nullable GraphQLError error(Throwable thrown, DataFetchingEnvironment environment) {
        Throwable mistake = thrown instanceof GraphqlErrorException ? thrown.getCause() : thrown;
        return mistake instanceof InvalidIdException
                ? GraphqlErrorBuilder.newError(environment)
                        .errorType(ErrorType.BAD_REQUEST)
                        .message(String.valueOf(mistake.getMessage()))
                        .build()
                : null;
    }
}
