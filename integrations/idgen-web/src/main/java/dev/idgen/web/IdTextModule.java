package dev.idgen.web;

import dev.idgen.InvalidIdException;
import dev.idgen.text.IdText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.ser.std.ToStringSerializerBase;
import tools.jackson.databind.util.AccessPattern;

/** {@link IdText} with Jackson 3. Thread-safe. */
public final class IdTextModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    private final transient IdTextResolver texts;

    public IdTextModule(IdTextResolver texts) {
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
        public @Nullable Object findSerializer(MapperConfig<?> config, Annotated place) {
            return text(place, false).map(Writer::new).orElse(null);
        }

        @Override
        public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated place) {
            return text(place, true).map(Writer::new).orElse(null);
        }

        @Override
        public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated place) {
            return text(place, false)
                    .map(text -> new Reader(text, type(place).getRawClass()))
                    .orElse(null);
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated place) {
            return text(place, true)
                    .map(text -> new Reader(text, type(place).getContentType().getRawClass()))
                    .orElse(null);
        }

        @Override
        public @Nullable Object findKeySerializer(MapperConfig<?> config, Annotated place) {
            return keyText(place).map(KeyWriter::new).orElse(null);
        }

        @Override
        public @Nullable Object findKeyDeserializer(MapperConfig<?> config, Annotated place) {
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
        public void serialize(Object id, JsonGenerator out, SerializationContext context) {
            out.writeName(text.key(id));
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
        public @Nullable Object deserializeKey(String key, DeserializationContext context) {
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
        private final transient @Nullable ValueDeserializer<?> ofNull;

        Reader(TypedText text, Class<?> type) {
            super(type);
            this.text = text;
            this.ofNull = NumberDeserializers.find(type);
        }

        @Override
        public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
            boolean isNumber = in.hasToken(JsonToken.VALUE_NUMBER_INT);
            if (!isNumber && !in.hasToken(JsonToken.VALUE_STRING)) {
                return context.handleUnexpectedToken(handledType(), in);
            }
            String written = in.getString();
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
        public @Nullable Object getNullValue(DeserializationContext context) {
            return ofNull == null ? null : ofNull.getNullValue(context);
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return ofNull == null ? AccessPattern.CONSTANT : ofNull.getNullAccessPattern();
        }
    }
}
