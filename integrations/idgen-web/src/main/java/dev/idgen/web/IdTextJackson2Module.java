package dev.idgen.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import com.fasterxml.jackson.databind.util.AccessPattern;
import dev.idgen.InvalidIdException;
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
        context.insertAnnotationIntrospector(new Introspector(texts));
    }

    /** Provides serializers and deserializers for annotated properties, or for their elements. */
    private static final class Introspector extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        private final transient IdTextResolver texts;

        Introspector(IdTextResolver texts) {
            this.texts = texts;
        }

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
            return text(place, false)
                    .map(text -> new Reader(text, type(place).getRawClass()))
                    .orElse(null);
        }

        @Override
        public @Nullable Object findContentDeserializer(Annotated place) {
            return text(place, true)
                    .map(text -> new Reader(text, type(place).getContentType().getRawClass()))
                    .orElse(null);
        }

        @Override
        public @Nullable Object findKeySerializer(Annotated place) {
            return keyText(place).map(KeyWriter::new).orElse(null);
        }

        @Override
        public @Nullable Object findKeyDeserializer(Annotated place) {
            return keyText(place)
                    .map(text -> new KeyReader(text, place.getRawType()))
                    .orElse(null);
        }

        /** Of a type that is annotated itself. On a property with a map, the annotation is about the map's values. */
        private Optional<TypedText> keyText(Annotated place) {
            return place instanceof AnnotatedClass ? text(place, false) : Optional.empty();
        }

        private Optional<TypedText> text(Annotated place, boolean ofContent) {
            IdText annotation = _findAnnotation(place, IdText.class);
            if (annotation == null) {
                return Optional.empty();
            }
            JavaType type = type(place);
            Class<?> content =
                    type.getContentType() == null ? null : type.getContentType().getRawClass();
            return texts.find(annotation, type.getRawClass(), content, ofContent, type.toCanonical());
        }

        /** The type of the property; for a setter, that of its parameter. */
        private static JavaType type(Annotated place) {
            return place instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : place.getType();
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
    }

    private static final class KeyWriter extends StdSerializer<Object> {

        private final transient TypedText text;

        KeyWriter(TypedText text) {
            super(Object.class);
            this.text = text;
        }

        @Override
        public void serialize(Object id, JsonGenerator out, SerializerProvider context) throws IOException {
            out.writeFieldName(text.key(id));
        }
    }

    private static final class KeyReader extends KeyDeserializer {

        private final TypedText text;
        private final Class<?> type;

        KeyReader(TypedText text, Class<?> type) {
            this.text = text;
            this.type = type;
        }

        @Override
        public @Nullable Object deserializeKey(String key, DeserializationContext context) throws IOException {
            try {
                return text.parse(key);
            } catch (InvalidIdException e) {
                try {
                    return context.handleWeirdKey(type, key, "%s", e.getMessage());
                } catch (InvalidFormatException refused) {
                    throw TypedText.because(e, refused);
                }
            }
        }
    }

    private static final class Reader extends StdScalarDeserializer<Object> {

        private final transient TypedText text;
        private final transient @Nullable JsonDeserializer<?> ofNull;

        Reader(TypedText text, Class<?> type) {
            super(type);
            this.text = text;
            this.ofNull = NumberDeserializers.find(type, type.getName());
        }

        @Override
        public @Nullable Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
            boolean isNumber = in.hasToken(JsonToken.VALUE_NUMBER_INT);
            if (!isNumber && !in.hasToken(JsonToken.VALUE_STRING)) {
                return context.handleUnexpectedToken(handledType(), in);
            }
            String written = in.getText();
            try {
                return isNumber ? text.number(written) : text.parse(written);
            } catch (InvalidIdException e) {
                try {
                    return (isNumber
                            ? context.handleWeirdNumberValue(handledType(), in.getNumberValue(), "%s", e.getMessage())
                            : context.handleWeirdStringValue(handledType(), written, "%s", e.getMessage()));
                } catch (InvalidFormatException refused) {
                    throw TypedText.because(e, refused);
                }
            }
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
