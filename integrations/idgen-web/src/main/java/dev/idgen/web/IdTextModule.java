package dev.idgen.web;

import dev.idgen.text.IdText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
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
        context.insertAnnotationIntrospector(new Introspector());
        context.addSerializerModifier(new KeyWriters());
        context.addDeserializerModifier(new KeyReaders());
    }

    /** Provides serializers and deserializers for annotated properties, or for their elements. */
    private final class Introspector extends NopAnnotationIntrospector {

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
            return text(place, false).map(Reader::new).orElse(null);
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated place) {
            return text(place, true).map(Reader::new).orElse(null);
        }

        /** Of a type that is annotated itself. On a property with a map, the annotation is about the map's values. */
        @Override
        public @Nullable Object findKeyDeserializer(MapperConfig<?> config, Annotated place) {
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
    private final class KeyWriters extends ValueSerializerModifier {

        @Override
        public ValueSerializer<?> modifyKeySerializer(
                SerializationConfig config, JavaType type, BeanDescription.Supplier keys, ValueSerializer<?> found) {
            IdText annotation = keys.get().getClassAnnotations().get(IdText.class);
            if (annotation == null) {
                return found;
            }
            TypedText text = texts.of(annotation, type.getRawClass());
            return new StdSerializer<Object>(Object.class) {
                @Override
                public void serialize(Object id, JsonGenerator out, SerializationContext context) {
                    out.writeName(text.key(id));
                }
            };
        }
    }

    /** Reads keys of annotated value classes of Kotlin. */
    private final class KeyReaders extends ValueDeserializerModifier {

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
        public boolean isEmpty(SerializationContext context, Object id) {
            return text.format(id) == null;
        }
    }

    private static final class KeyReader extends KeyDeserializer {

        private final TypedText text;

        KeyReader(TypedText text) {
            this.text = text;
        }

        @Override
        public @Nullable Object deserializeKey(String key, DeserializationContext context) {
            return text.read(
                    key,
                    false,
                    InvalidFormatException.class,
                    reason -> context.handleWeirdKey(text.type(), key, "%s", reason));
        }
    }

    private static final class Reader extends StdScalarDeserializer<Object> {

        private final transient TypedText text;
        private final transient @Nullable ValueDeserializer<?> ofNull;

        Reader(TypedText text) {
            super(text.type());
            this.text = text;
            this.ofNull = NumberDeserializers.find(text.type());
        }

        @Override
        public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
            boolean isNumber = in.hasToken(JsonToken.VALUE_NUMBER_INT);
            if (!isNumber && !in.hasToken(JsonToken.VALUE_STRING)) {
                return context.handleUnexpectedToken(handledType(), in);
            }
            String written = in.getString();
            return text.read(
                    written,
                    isNumber,
                    InvalidFormatException.class,
                    reason -> isNumber
                            ? context.handleWeirdNumberValue(handledType(), in.getNumberValue(), "%s", reason)
                            : context.handleWeirdStringValue(handledType(), written, "%s", reason));
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
