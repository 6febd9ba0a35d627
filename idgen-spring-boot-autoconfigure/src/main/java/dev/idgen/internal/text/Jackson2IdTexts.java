package dev.idgen.internal.text;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.util.AccessPattern;
import dev.idgen.InvalidIdException;
import dev.idgen.text.IdText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** {@link IdText} with Jackson 2. Thread-safe. */
public final class Jackson2IdTexts extends Module {

    private final IdTexts texts;

    public Jackson2IdTexts(IdTexts texts) {
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
        public @Nullable Object findSerializer(Annotated place) {
            LongText text = text(place, false);
            return text == null ? null : new Writer(text);
        }

        @Override
        public @Nullable Object findContentSerializer(Annotated place) {
            LongText text = text(place, true);
            return text == null ? null : new Writer(text);
        }

        @Override
        public @Nullable Object findDeserializer(Annotated place) {
            LongText text = text(place, false);
            return text == null ? null : new Reader(text, type(place).isPrimitive());
        }

        @Override
        public @Nullable Object findContentDeserializer(Annotated place) {
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
        public void serialize(Long id, JsonGenerator out, SerializerProvider context) throws IOException {
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
        public @Nullable Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.hasToken(JsonToken.VALUE_STRING)) {
                try {
                    return text.parse(in.getText());
                } catch (InvalidIdException e) {
                    return (Long) context.handleWeirdStringValue(handledType(), in.getText(), "%s", e.getMessage());
                }
            }
            if (in.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                try {
                    return text.number(in.getText());
                } catch (InvalidIdException e) {
                    return (Long)
                            context.handleWeirdNumberValue(handledType(), in.getNumberValue(), "%s", e.getMessage());
                }
            }
            return (Long) context.handleUnexpectedToken(handledType(), in);
        }

        @Override
        public @Nullable Long getNullValue(DeserializationContext context) throws JsonMappingException {
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
