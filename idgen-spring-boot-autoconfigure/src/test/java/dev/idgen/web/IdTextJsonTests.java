package dev.idgen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.idgen.IdGenerators;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.autoconfigure.IdgenTextAutoConfiguration;
import dev.idgen.text.IdText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.skyscreamer.jsonassert.JSONAssert;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.json.JsonMapper;

/** Both Jacksons as Spring Boot makes them. */
@ParameterizedClass
@EnumSource(IdTextJsonTests.Jackson.class)
class IdTextJsonTests {

    private final Jackson jackson;

    IdTextJsonTests(Jackson jackson) {
        this.jackson = jackson;
    }

    enum Jackson {
        JACKSON_3(DatabindException.class) {
            @Override
            String write(Object value) {
                return context.getBean(JsonMapper.class).writeValueAsString(value);
            }

            @Override
            <T> T read(String json, Class<T> type) {
                return context.getBean(JsonMapper.class).readValue(json, type);
            }
        },

        JACKSON_2(JsonMappingException.class) {
            @Override
            String write(Object value) throws JsonProcessingException {
                return context.getBean(ObjectMapper.class).writeValueAsString(value);
            }

            @Override
            <T> T read(String json, Class<T> type) throws JsonProcessingException {
                return context.getBean(ObjectMapper.class).readValue(json, type);
            }
        };

        final Class<? extends Exception> failure;

        Jackson(Class<? extends Exception> failure) {
            this.failure = failure;
        }

        abstract String write(Object value) throws Exception;

        abstract <T> T read(String json, Class<T> type) throws Exception;
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
    private static LongIdGenerator items;

    @BeforeAll
    static void start() {
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "idgen.store=memory",
                        "idgen.generators.item.type=tsid",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.session.type=uuid-v7",
                        "idgen.generators.session.text.prefix=ses_")
                .run();
        items = context.getBean(IdGenerators.class).getLong("item");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static final long LARGE = 9_007_199_254_740_993L;

    @SuppressWarnings("ArrayRecordComponent")
    record Order(
            @IdText long id,
            @IdText Long parent,
            long version,
            @IdText List<Long> lines,
            @IdText Long[] others) {}

    @Test
    void annotatedNumbersAreTextsAndOthersNumbers() throws Exception {
        Order order = new Order(LARGE, null, 3, List.of(1L, LARGE), new Long[] {2L});
        String json = jackson.write(order);
        assertThat(jackson.read(json, Order.class)).usingRecursiveComparison().isEqualTo(order);
        JSONAssert.assertEquals(
                "{\"id\":\"9007199254740993\",\"parent\":null,\"version\":3,"
                        + "\"lines\":[\"1\",\"9007199254740993\"],\"others\":[\"2\"]}",
                json,
                true);
    }

    record Item(
            @IdText("item") long id,
            @IdText("item") Map<String, Long> related,
            @IdText("item") Optional<Long> parent) {}

    @Test
    void textsAreThoseOfTheGeneratorThatIsNamed() throws Exception {
        Item item = new Item(items.nextLong(), Map.of("next", items.nextLong()), Optional.of(items.nextLong()));
        String json = jackson.write(item);
        assertThat(json)
                .contains("\"id\":\"" + items.format(item.id()) + "\"")
                .contains("\"next\":\"" + items.format(item.related().get("next")) + "\"")
                .contains("\"parent\":\"" + items.format(item.parent().orElseThrow()) + "\"");
        assertThat(items.format(item.id())).hasSize(13);
        assertThat(jackson.read(json, Item.class)).isEqualTo(item);
    }

    /** With accessors, the annotation on a private field or on one of them. */
    static class Bean {

        @IdText
        private long onField;

        private Long onGetter;

        public long getOnField() {
            return onField;
        }

        public void setOnField(long value) {
            onField = value;
        }

        @IdText
        public Long getOnGetter() {
            return onGetter;
        }

        public void setOnGetter(Long value) {
            onGetter = value;
        }
    }

    @Test
    void annotationMayBeOnAFieldOrAnAccessor() throws Exception {
        String json = "{\"onField\":\"1\",\"onGetter\":\"3\"}";
        Bean bean = jackson.read(json, Bean.class);
        assertThat(List.of(bean.onField, bean.onGetter)).containsExactly(1L, 3L);
        JSONAssert.assertEquals(json, jackson.write(bean), true);
    }

    record Decimal(@IdText Long id) {}

    record ByOrder(@IdText("order") Long id) {}

    record ByItem(@IdText("item") Long id) {}

    record Primitive(@IdText long id) {}

    @Test
    void numbersAreReadWhereTheirDigitsAreTheText() throws Exception {
        assertThat(jackson.read("{\"id\":9007199254740993}", Decimal.class).id())
                .isEqualTo(LARGE);
        assertThat(jackson.read("{\"id\":9007199254740993}", ByOrder.class).id())
                .isEqualTo(LARGE);
        assertThat(jackson.read("{\"id\":-1}", Decimal.class).id()).isEqualTo(-1);
        assertThat(jackson.read("{\"id\":null}", Decimal.class).id()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Decimal   | "12a"                   | 1 to 19 decimal digits
            Decimal   | ""                      | 1 to 19 decimal digits
            Decimal   | "007"                   | without a leading zero
            Decimal   | "+7"                    | without a leading zero
            Decimal   | " 7"                    | without a leading zero
            Decimal   | "9223372036854775808"   | fits into 64 bits
            Decimal   | 9223372036854775808     | fits into 64 bits
            Decimal   | 1.0                     | Cannot deserialize value of type `java.lang.Long`
            Decimal   | 1e3                     | Cannot deserialize value of type `java.lang.Long`
            Decimal   | true                    | Cannot deserialize value of type `java.lang.Long`
            Decimal   | ["1"]                   | Cannot deserialize value of type `java.lang.Long`
            ByOrder   | "x"                     | decimal number
            ByItem    | "0000000000000U"        | 13
            ByItem    | 1234567890123           | this id must be a string, not a number
            ByItem    | 12                      | 13
            """)
    void textThatIsNoIdIsRefusedWithTheReason(String type, String json, String reason) throws Exception {
        Class<?> target = Class.forName(IdTextJsonTests.class.getName() + "$" + type);
        assertThatThrownBy(() -> jackson.read("{\"id\":" + json + "}", target))
                .isInstanceOf(jackson.failure)
                .hasMessageContaining(reason)
                .hasMessageContaining("\"id\"")
                .satisfies(failure -> {
                    if (target == ByItem.class) {
                        assertThat(failure).hasRootCauseInstanceOf(InvalidIdException.class);
                    }
                });
    }

    @Test
    void missingPrimitiveIsRefusedByJackson3AndZeroInJackson2() throws Exception {
        if (jackson == Jackson.JACKSON_3) {
            assertThatThrownBy(() -> jackson.read("{\"id\":null}", Primitive.class))
                    .isInstanceOf(DatabindException.class)
                    .hasMessageContaining("Cannot map `null` into type `long`");
        } else {
            assertThat(jackson.read("{\"id\":null}", Primitive.class).id()).isZero();
        }
    }

    @IdText("order")
    record OrderId(long value) {}

    @IdText("session")
    record SessionId(UUID value) {}

    record Typed(
            OrderId id,
            SessionId session,
            List<OrderId> lines,
            @IdText("session") UUID plain,
            @IdText("item") ItemId item) {}

    record ItemId(Long value) {}

    @Test
    void typesWithOneComponentAreTheirText() throws Exception {
        UUID session =
                context.getBean(IdGenerators.class).get("session", UUID.class).next();
        Typed typed = new Typed(
                new OrderId(LARGE),
                new SessionId(session),
                List.of(new OrderId(1)),
                session,
                new ItemId(items.nextLong()));
        String json = jackson.write(typed);
        assertThat(jackson.read(json, Object.class))
                .isEqualTo(Map.of(
                        "id", "" + LARGE,
                        "session", "ses_" + session,
                        "lines", List.of("1"),
                        "plain", "ses_" + session,
                        "item", items.format(typed.item().value())));
        assertThat(jackson.read(json, Typed.class)).isEqualTo(typed);
        assertThat(jackson.read("{}", Typed.class).id()).isNull();
        assertThat(jackson.write(new ItemId(null))).isEqualTo("{\"value\":null}");
        assertThat(jackson.write(List.of(new SessionId(null)))).isEqualTo("[null]");
        assertThat(jackson.write(new OrderId(2))).isEqualTo("\"2\"");
        assertThat(jackson.read("\"2\"", OrderId.class)).isEqualTo(new OrderId(2));
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Sparse(SessionId session, ItemIds items) {}

    record ItemIds(
            @JsonInclude(content = JsonInclude.Include.NON_EMPTY)
            Map<String, SessionId> all) {}

    @Test
    void typeThatWrapsNullIsEmpty() throws Exception {
        assertThat(jackson.write(new Sparse(new SessionId(null), null))).isEqualTo("{}");
        assertThat(jackson.write(new ItemIds(Map.of("a", new SessionId(null))))).isEqualTo("{\"all\":{}}");
    }

    record Nobody(@IdText("nobody") long id) {}

    record OfSession(@IdText("session") long id) {}

    record Wrong(@IdText int id) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Longs(@IdText long[] id) {}

    record Nested(@IdText List<List<Long>> id) {}

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        new Nobody(1), "\"1\"", "@IdText(\"nobody\") cannot be used: there is no generator 'nobody'"),
                Arguments.of(
                        new OfSession(1),
                        "\"1\"",
                        "@IdText(\"session\") cannot be used: generator 'session' makes ids of type UUID, not Long"),
                Arguments.of(new Wrong(1), "1", "@IdText is for long, Long"),
                Arguments.of(new Longs(new long[0]), "[]", "@IdText is for long, Long"),
                Arguments.of(new Nested(List.of()), "[]", "@IdText is for long, Long"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void annotationThatCannotBeFollowedIsRefused(Object value, String json, String reason) {
        assertThatThrownBy(() -> jackson.read("{\"id\":" + json + "}", value.getClass()))
                .isInstanceOf(jackson.failure)
                .hasMessageContaining(reason);
        assertThatThrownBy(() -> jackson.write(value))
                .isInstanceOf(jackson.failure)
                .hasMessageContaining(reason);
    }
}
