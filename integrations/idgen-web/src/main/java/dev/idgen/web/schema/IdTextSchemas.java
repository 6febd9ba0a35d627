package dev.idgen.web.schema;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.Converter;
import dev.idgen.web.IdTextConverter;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
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

    /** What value classes of Kotlin may wrap. */
    private static final Map<Class<?>, Object> SAMPLES =
            Map.of(long.class, 0L, UUID.class, new UUID(0, 0), String.class, "");

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
        Schema<?> described = others.hasNext() ? others.next().resolve(shown, context, others) : null;
        if (described != null && KotlinDetector.isKotlinType(type.getRawClass())) {
            String name = described.get$ref();
            describeValueClasses(
                    type,
                    name == null
                            ? described
                            : context.getDefinedModels().get(name.substring(name.lastIndexOf('/') + 1)),
                    context);
        }
        return described;
    }

    /** Kotlin compiles a property of a value class to what the class wraps, and only Jackson's module knows the class. */
    private void describeValueClasses(JavaType type, @Nullable Schema<?> described, ModelConverterContext context) {
        @SuppressWarnings("rawtypes") // as swagger has it
        Map<String, Schema> properties = described == null ? null : described.getProperties();
        if (properties == null) {
            return;
        }
        for (ObjectMapper mapper : List.of(Json.mapper(), Json31.mapper())) { // springdoc has given the module to one
            SerializationConfig config = mapper.getSerializationConfig();
            for (BeanPropertyDefinition property : config.introspect(type).findProperties()) {
                AnnotatedMember member = property.getAccessor();
                Object sample = member == null ? null : SAMPLES.get(member.getRawType());
                if (sample != null
                        && config.getAnnotationIntrospector().findSerializationConverter(member)
                                instanceof Converter<?, ?> boxing
                        && isText(mapper.constructType(boxed(boxing, sample)), null)) {
                    properties.computeIfPresent(
                            property.getName(), (name, number) -> context.resolve(new AnnotatedType(String.class)));
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // the converter is the one of this member
    private static Class<?> boxed(Converter<?, ?> boxing, Object sample) {
        return ((Converter<Object, Object>) boxing).convert(sample).getClass();
    }

    private boolean isText(JavaType type, Annotation @Nullable [] annotations) {
        ResolvableType id = ResolvableType.forClass(type.getRawClass());
        return !type.hasRawClass(String.class) // a string already
                && ids.matches(TypeDescriptor.valueOf(String.class), new TypeDescriptor(id, null, annotations));
    }
}
