package dev.idgen.internal.text;

import dev.idgen.InvalidIdException;
import dev.idgen.text.IdText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.Version;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.util.AccessPattern;

/** {@link IdText} with Jackson 3. Thread-safe. */
public final class JacksonIdTexts extends JacksonModule {

    private final IdTexts texts;

    public JacksonIdTexts(IdTexts texts) {
        this.texts = texts;
    }

    @Override
    public String getModuleName() {
        return "idgen";
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.insertAnnotationIntrospector(new Introspector(texts));
    }

    /** Gives a serializer or deserializer to the property that is an id, or to the values in it that are. */
    private static final class Introspector extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        private final transient IdTexts texts;

        Introspector(IdTexts texts) {
            this.texts = texts;
        }

        @Override
        public @Nullable Object findSerializer(MapperConfig<?> config, Annotated place) {
            LongText text = text(place, false);
            return text == null ? null : new Writer(text);
        }

        @Override
        public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated place) {
            LongText text = text(place, true);
            return text == null ? null : new Writer(text);
        }

        @Override
        public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated place) {
            LongText text = text(place, false);
            return text == null ? null : new Reader(text, type(place).isPrimitive());
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated place) {
            LongText text = text(place, true);
            return text == null ? null : new Reader(text, false);
        }

        private @Nullable LongText text(Annotated place, boolean ofContent) {
            IdText annotation = _findAnnotation(place, IdText.class);
            if (annotation == null) {
                return null;
            }
            JavaType type = type(place);
            JavaType content = type.getContentType();
            boolean isContent = content != null && content.hasRawClass(Long.class);
            if (!isContent && !type.hasRawClass(long.class) && !type.hasRawClass(Long.class)) {
                throw IdTexts.unfit(type.toCanonical());
            }
            return isContent == ofContent ? texts.of(annotation) : null;
        }

        /** Of what is read or written; a setter's is that of its parameter. */
        private static JavaType type(Annotated place) {
            return place instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : place.getType();
        }
    }

    private static final class Writer extends StdScalarSerializer<Long> {

        private final LongText text;

        Writer(LongText text) {
            super(Long.class);
            this.text = text;
        }

        @Override
        public void serialize(Long id, JsonGenerator out, SerializationContext context) {
            out.writeString(text.format(id));
        }
    }

    private static final class Reader extends StdScalarDeserializer<Long> {

        private final LongText text;
        private final boolean isPrimitive;

        Reader(LongText text, boolean isPrimitive) {
            super(isPrimitive ? long.class : Long.class);
            this.text = text;
            this.isPrimitive = isPrimitive;
        }

        @Override
        public @Nullable Long deserialize(JsonParser in, DeserializationContext context) {
            if (in.hasToken(JsonToken.VALUE_STRING)) {
                try {
                    return text.parse(in.getString());
                } catch (InvalidIdException e) {
                    return (Long) context.handleWeirdStringValue(handledType(), in.getString(), "%s", e.getMessage());
                }
            }
            if (in.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                try {
                    return text.number(in.getString());
                } catch (InvalidIdException e) {
                    return (Long)
                            context.handleWeirdNumberValue(handledType(), in.getNumberValue(), "%s", e.getMessage());
                }
            }
            return (Long) context.handleUnexpectedToken(handledType(), in);
        }

        @Override
        public @Nullable Object getNullValue(DeserializationContext context) {
            if (!isPrimitive) {
                return null;
            }
            if (context.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)) {
                return context.reportInputMismatch(this, "an id of type long is null or missing");
            }
            return 0L;
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return AccessPattern.DYNAMIC;
        }
    }
}
