package dev.idgen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.InvalidIdException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.autoconfigure.IdgenTextAutoConfiguration;
import dev.idgen.snippets.CompiledSnippets;
import dev.idgen.snippets.KotlinSnippets;
import dev.idgen.web.schema.IdTextSchemas;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Each type that wraps an id, in each place that JSON has for one, with both Jacksons and Kotlin's module. */
class IdTextPlacesTests {

    /** The types that hold the place, and its JSON; T stands for the id's type, # for its text. */
    private enum Place {
        FIELD("T", "'#'"),
        NULLABLE("T?", "'#'"),
        NOTHING("T?", "null"),
        LIST("List<T>", "['#']"),
        SET("Set<T>", "['#']"),
        NESTED_LIST("List<List<T>>", "[['#']]"),
        VALUE("Map<String, T>", "{'a':'#'}"),
        VALUES("Map<String, List<T>>", "{'a':['#']}"),
        KEY("Map<T, String>", "{'#':'a'}"),
        KEY_AND_VALUE("Map<T, T>", "{'#':'#'}"),
        KEY_INSIDE("List<Map<T, List<T>>>", "[{'#':['#']}]"),
        GENERIC("Box<T>", "{'content':'#'}"),
        GENERIC_KEY("Box<Map<T, Int>>", "{'content':{'#':1}}"),
        OPTIONAL("Optional<T>", "'#'"),
        EMPTY("Optional<T>", "null"),
        OBJECT("Inner<T>", "{'id':'#'}");

        private final String type;
        private final String json;

        Place(String type, String json) {
            this.type = type;
            this.json = "{\"it\":" + json.replace('\'', '"') + "}";
        }

        private String type(Id id, boolean kotlin) {
            String of = (kotlin ? "Kotlin" : "Java") + id;
            String type = this.type.replace("Inner<T>", of + "Inner").replaceAll("\\bT\\b", of);
            return kotlin ? type : type.replace("?", "").replace("Int>", "Integer>");
        }
    }

    /** By the name of the generator. */
    private enum Id {
        NUMBER("Long", Long.class),
        UUID("java.util.UUID", java.util.UUID.class),
        TEXT("String", String.class);

        private final String name;
        private final Class<?> type;

        Id(String name, Class<?> type) {
            this.name = name;
            this.type = type;
        }
    }

    /** Either as Spring Boot makes it, and with Kotlin's module after idgen's. */
    private enum Jackson {
        JACKSON_2 {
            @Override
            ObjectMapper jackson2() {
                return context.getBean(ObjectMapper.class);
            }
        },

        JACKSON_2_KOTLIN_LAST {
            @Override
            ObjectMapper jackson2() {
                return new ObjectMapper()
                        .registerModule(context.getBean(IdTextJackson2Module.class))
                        .registerModule(new Jdk8Module())
                        .registerModule(new com.fasterxml.jackson.module.kotlin.KotlinModule.Builder().build());
            }
        },

        JACKSON_3 {
            @Override
            Object read(String json, Class<?> type) {
                return context.getBean(JsonMapper.class).readValue(json, type);
            }

            @Override
            String write(Object value) {
                return context.getBean(JsonMapper.class).writeValueAsString(value);
            }
        },

        JACKSON_3_KOTLIN_LAST {
            private JsonMapper jackson3() {
                return JsonMapper.builder()
                        .addModule(context.getBean(IdTextModule.class))
                        .addModule(new tools.jackson.module.kotlin.KotlinModule.Builder().build())
                        .build();
            }

            @Override
            Object read(String json, Class<?> type) {
                return jackson3().readValue(json, type);
            }

            @Override
            String write(Object value) {
                return jackson3().writeValueAsString(value);
            }
        };

        ObjectMapper jackson2() {
            throw new AssertionError(this + " is Jackson 3");
        }

        Object read(String json, Class<?> type) throws IOException {
            return jackson2().readValue(json, type);
        }

        String write(Object value) throws IOException {
            return jackson2().writeValueAsString(value);
        }
    }

    @SuppressWarnings("removal") // Spring Boot's support for Jackson 2
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        JacksonAutoConfiguration.class,
        Jackson2AutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenTextAutoConfiguration.class
    })
    static class Application {}

    private static ConfigurableApplicationContext context;
    private static CompiledSnippets types;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "idgen.store=memory",
                        "idgen.generators.number.type=existing",
                        "idgen.generators.number.max=1000000000",
                        "idgen.generators.number.text.prefix=num_",
                        "idgen.generators.number.text.form=crockford",
                        "idgen.generators.number.text.check=true",
                        "idgen.generators.number.text.mask=a key of 16 or more",
                        "idgen.generators.uuid.type=uuid-v7",
                        "idgen.generators.uuid.text.prefix=uid_",
                        "idgen.generators.text.type=ulid",
                        "idgen.generators.text.text.prefix=txt_",
                        "idgen.generators.text.text.check=true")
                .run();
        StringBuilder kotlin = new StringBuilder("""
                        package places
                        import java.util.Optional
                        import dev.idgen.text.IdText
                        data class Box<T>(val content: T)
                        """);
        List<String> java = new ArrayList<>(List.of("record Box<T>(T content) {}"));
        for (Id id : Id.values()) {
            String annotation = "@IdText(\"" + id.name().toLowerCase(Locale.ROOT) + "\") ";
            kotlin.append(annotation)
                    .append("@JvmInline value class Kotlin" + id + "(val value: " + id.name + ")\n")
                    .append("data class Kotlin" + id + "Inner(val id: Kotlin" + id + ")\n");
            java.add(annotation + "record Java" + id + "(" + id.name + " value) {}");
            java.add("record Java" + id + "Inner(Java" + id + " id) {}");
            for (Place place : Place.values()) {
                kotlin.append("data class KotlinHas" + place + id + "(val it: " + place.type(id, true) + ")\n");
                java.add("record JavaHas" + place + id + "(" + place.type(id, false) + " it) {}");
            }
        }
        types = KotlinSnippets.of(List.of(kotlin.toString()), folder);
        Path source = Files.writeString(
                folder.resolve("Places.java"),
                "package places; import java.util.*; import dev.idgen.text.IdText; class Places { public "
                        + String.join("\npublic ", java) + "}");
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, messages, messages, "-proc:none", "-d", folder + "/classes", source.toString()))
                .as(messages::toString)
                .isZero();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    static Stream<Arguments> places() {
        return Stream.of(Jackson.values())
                .flatMap(jackson -> holders()
                        .map(Arguments::get)
                        .map(holder -> Arguments.of(jackson, holder[0], holder[1], holder[2])));
    }

    static Stream<Arguments> holders() {
        return Stream.of("places.KotlinHas", "places.Places$JavaHas")
                .flatMap(holder -> Stream.of(Id.values())
                        .flatMap(id -> Stream.of(Place.values()).map(place -> Arguments.of(holder, id, place))));
    }

    @ParameterizedTest
    @MethodSource("places")
    void idIsItsTextInEachPlaceOfJson(Jackson jackson, String holder, Id id, Place place) throws Exception {
        Class<?> type = types.type(holder + place + id);
        check(jackson, type, id, id.type, place);
    }

    /** As springdoc asks, which gives Kotlin's module to swagger's mapper. */
    @ParameterizedTest
    @MethodSource("holders")
    void openApiSaysThatAnIdIsAStringInEachPlace(String holder, Id id, Place place) throws Exception {
        Json31.mapper().registerModule(new com.fasterxml.jackson.module.kotlin.KotlinModule.Builder().build());
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(new IdTextSchemas(context.getBean(IdTextConverter.class)));
        assertThat(Json31.pretty(converters.readAll(types.type(holder + place + id))))
                .containsAnyOf("\"string\"", "int32") // the keys of a map are not described
                .doesNotContain("int64", "uuid", "/Kotlin" + id + "\"", "/Java" + id + "\"");
    }

    private static <T> void check(Jackson jackson, Class<?> type, Id id, Class<T> idType, Place place)
            throws IOException {
        IdCodec<T> generator =
                context.getBean(IdGenerators.class).codec(id.name().toLowerCase(Locale.ROOT), idType);
        T one = generator instanceof IdGenerator<T> ids ? ids.next() : idType.cast(12_345L);
        String json = place.json.replace("#", generator.format(one));
        Object read = jackson.read(json, type);
        assertThat(jackson.write(read)).as(jackson + " " + type).isEqualTo(json);
        if (place.json.contains("#")) {
            assertThat(read).asString().contains(one.toString());
            for (String wrong : List.of(one.toString(), "num_")) {
                assertThatThrownBy(() -> jackson.read(place.json.replace("#", wrong), type))
                        .hasRootCauseInstanceOf(InvalidIdException.class);
            }
        }
    }
}
