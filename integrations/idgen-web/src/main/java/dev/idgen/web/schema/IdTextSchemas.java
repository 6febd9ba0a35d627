package dev.idgen.web.schema;

import com.fasterxml.jackson.databind.JavaType;
import dev.idgen.web.IdTextConverter;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.TypeDescriptor;

/**
 * Describes ids with {@link dev.idgen.text.IdText} as strings in OpenAPI, as springdoc asks for it: in bodies, paths
 * and parameters. Thread-safe.
 *
 * @param ids for asking which places have such ids
 */
public record IdTextSchemas(IdTextConverter ids) implements ModelConverter {

    private static final JavaType TEXT = Json.mapper().constructType(String.class);

    /**
     * Describes the place as if it were of type string.
     *
     * @throws IllegalStateException if there is no such generator, or its ids have another type
     */
    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType place, ModelConverterContext context, Iterator<ModelConverter> others) {
        JavaType type = Json.mapper().constructType(place.getType());
        JavaType content = type.getContentType();
        AnnotatedType shown = place;
        if (isText(content == null ? type : content, place.getCtxAnnotations())) {
            shown = new AnnotatedType(content == null ? TEXT : type.withContentType(TEXT))
                    .ctxAnnotations(place.getCtxAnnotations())
                    .jsonViewAnnotation(place.getJsonViewAnnotation())
                    .schemaProperty(place.isSchemaProperty())
                    .propertyName(place.getPropertyName())
                    .parent(place.getParent())
                    .resolveAsRef(place.isResolveAsRef());
        }
        return others.hasNext() ? others.next().resolve(shown, context, others) : null;
    }

    private boolean isText(JavaType type, Annotation @Nullable [] annotations) {
        ResolvableType id = ResolvableType.forClass(type.getRawClass());
        return !type.hasRawClass(String.class) // a string already
                && ids.matches(TypeDescriptor.valueOf(String.class), new TypeDescriptor(id, null, annotations));
    }
}
