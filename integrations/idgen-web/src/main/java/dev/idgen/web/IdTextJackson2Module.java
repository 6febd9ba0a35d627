package dev.idgen.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import com.fasterxml.jackson.databind.util.AccessPattern;
import dev.idgen.text.IdText;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link IdText} with Jackson 2. Thread-safe. */
public final class IdTextJackson2Module extends SimpleModule {

    private static final long serialVersionUID = 1L;

    private final transient IdTextResolver texts;

    public IdTextJackson2Module(IdTextResolver texts) {
        super("idgen");
        this.texts = texts;
    }

    @Override
    public void setupModule(SetupContext context) {
        context.insertAnnotationIntrospector(new Introspector());
        context.addBeanSerializerModifier(new KeyWriters());
        context.addBeanDeserializerModifier(new KeyReaders());
    }

    /** Provides serializers and deserializers for annotated properties, or for their elements. */
    private final class Introspector extends NopAnnotationIntrospector {

        @Override
        public @Nullable Object findSerializer(Annotated place) {
            return text(place, false).map(Writer::new).orElse(null);
        }

        @Override
        public @Nullable Object findContentSerializer(Annotated place) {
            return text(place, true).map(Writer::new).orElse(null);
        }

        @Override
        public @Nullable Object findDeserializer(Annotated place) {
            return text(place, false).map(Reader::new).orElse(null);
        }

        @Override
        public @Nullable Object findContentDeserializer(Annotated place) {
            return text(place, true).map(Reader::new).orElse(null);
        }

        /** Of a type that is annotated itself. On a property with a map, the annotation is about the map's values. */
        @Override
        public @Nullable Object findKeyDeserializer(Annotated place) {
            return place instanceof AnnotatedClass
                    ? text(place, false).map(KeyReader::new).orElse(null)
                    : null;
        }

        private Optional<TypedText> text(Annotated place, boolean ofContent) {
            IdText annotation = _findAnnotation(place, IdText.class);
            if (annotation == null) {
                return Optional.empty();
            }
            // The type of the property; for a setter, that of its parameter.
            JavaType type = place instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : place.getType();
            Class<?> content =
                    type.getContentType() == null ? null : type.getContentType().getRawClass();
            return texts.find(annotation, type.getRawClass(), content, ofContent, type.toCanonical());
        }
    }

    /**
     * Writes keys of annotated types. Kotlin's module has a serializer for value classes, which comes before
     * annotations.
     */
    private final class KeyWriters extends BeanSerializerModifier {

        @Override
        public JsonSerializer<?> modifyKeySerializer(
                SerializationConfig config, JavaType type, BeanDescription keys, JsonSerializer<?> found) {
            IdText annotation = keys.getClassAnnotations().get(IdText.class);
            if (annotation == null) {
                return found;
            }
            TypedText text = texts.of(annotation, type.getRawClass());
            return new StdSerializer<Object>(Object.class) {
                @Override
                public void serialize(Object id, JsonGenerator out, SerializerProvider context) throws IOException {
                    out.writeFieldName(text.key(id));
                }
            };
        }
    }

    /** Reads keys of annotated value classes of Kotlin. */
    private final class KeyReaders extends BeanDeserializerModifier {

        @Override
        public KeyDeserializer modifyKeyDeserializer(
                DeserializationConfig config, JavaType type, KeyDeserializer found) {
            IdText annotation = type.getRawClass().getAnnotation(IdText.class);
            return annotation == null ? found : new KeyReader(texts.of(annotation, type.getRawClass()));
        }
    }

    private static final class Writer extends ToStringSerializerBase {

        private final transient TypedText text;

        Writer(TypedText text) {
            super(Object.class);
            this.text = text;
        }

        @Override
        public @Nullable String valueToString(Object id) {
            return text.format(id);
        }

        @Override
        public boolean isEmpty(SerializerProvider context, Object id) {
            return text.format(id) == null;
        }
    }

    private static final class KeyReader extends KeyDeserializer {

        private final TypedText text;

        KeyReader(TypedText text) {
            this.text = text;
        }

        @Override
        public @Nullable Object deserializeKey(String key, DeserializationContext context) throws IOException {
            return text.read(
                    key,
                    false,
                    InvalidFormatException.class,
                    reason -> context.handleWeirdKey(text.type(), key, "%s", reason));
        }
    }

    private static final class Reader extends StdScalarDeserializer<Object> {

        private final transient TypedText text;
        private final transient @Nullable JsonDeserializer<?> ofNull;

        Reader(TypedText text) {
            super(text.type());
            this.text = text;
            this.ofNull = NumberDeserializers.find(text.type(), text.type().getName());
        }

        @Override
        public @Nullable Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
            boolean isNumber = in.hasToken(JsonToken.VALUE_NUMBER_INT);
            if (!isNumber && !in.hasToken(JsonToken.VALUE_STRING)) {
                return context.handleUnexpectedToken(handledType(), in);
            }
            String written = in.getText();
            return text.read(
                    written,
                    isNumber,
                    InvalidFormatException.class,
                    reason -> isNumber
                            ? context.handleWeirdNumberValue(handledType(), in.getNumberValue(), "%s", reason)
                            : context.handleWeirdStringValue(handledType(), written, "%s", reason));
        }

        @Override
        public @Nullable Object getNullValue(DeserializationContext context) throws JsonMappingException {
            return ofNull == null ? null : ofNull.getNullValue(context);
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return ofNull == null ? AccessPattern.CONSTANT : ofNull.getNullAccessPattern();
        }
    }
}
