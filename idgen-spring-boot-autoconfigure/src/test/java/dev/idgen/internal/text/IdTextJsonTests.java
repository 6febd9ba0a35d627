package dev.idgen.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.idgen.IdGenerator;
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
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
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
            String write(ApplicationContext context, Object value) {
                return context.getBean(JsonMapper.class).writeValueAsString(value);
            }

            @Override
            <T> T read(ApplicationContext context, String json, Class<T> type) {
                return context.getBean(JsonMapper.class).readValue(json, type);
            }
        },

        JACKSON_2(JsonMappingException.class) {
            @Override
            String write(ApplicationContext context, Object value) throws JsonProcessingException {
                return mapper(context).writeValueAsString(value);
            }

            @Override
            <T> T read(ApplicationContext context, String json, Class<T> type) throws JsonProcessingException {
                return mapper(context).readValue(json, type);
            }

            private com.fasterxml.jackson.databind.ObjectMapper mapper(ApplicationContext context) {
                return context.getBean(com.fasterxml.jackson.databind.ObjectMapper.class);
            }
        };

        final Class<? extends Exception> failure;

        Jackson(Class<? extends Exception> failure) {
            this.failure = failure;
        }

        abstract String write(ApplicationContext context, Object value) throws Exception;

        abstract <T> T read(ApplicationContext context, String json, Class<T> type) throws Exception;
    }

    @SuppressWarnings("removal") // Spring Boot's support for Jackson 2
    private void run(BiConsumer<ApplicationContext, LongIdGenerator> use) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        Jackson2AutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenTextAutoConfiguration.class))
                .withPropertyValues(
                        "idgen.store=memory",
                        "idgen.generators.item.type=tsid",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.session.type=uuid-v7",
                        "idgen.generators.session.text.prefix=ses_")
                .run(context ->
                        use.accept(context, context.getBean(IdGenerators.class).getLong("item")));
    }

    private String written(ApplicationContext context, Object value) {
        try {
            return jackson.write(context, value);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private <T> T read(ApplicationContext context, String json, Class<T> type) {
        try {
            return jackson.read(context, json, type);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
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
    void annotatedNumbersAreTextsAndOthersNumbers() {
        Order order = new Order(LARGE, null, 3, List.of(1L, LARGE), new Long[] {2L});
        String json = "{\"id\":\"9007199254740993\",\"parent\":null,\"version\":3,"
                + "\"lines\":[\"1\",\"9007199254740993\"],\"others\":[\"2\"]}";
        run((context, item) -> {
            assertThat(read(context, written(context, order), Order.class))
                    .usingRecursiveComparison()
                    .isEqualTo(order);
            assertThat(read(context, written(context, order), Object.class))
                    .isEqualTo(read(context, json, Object.class));
        });
    }

    record Item(
            @IdText("item") long id,
            @IdText("item") Map<String, Long> related,
            @IdText("item") Optional<Long> parent) {}

    @Test
    void textsAreThoseOfTheGeneratorThatIsNamed() {
        run((context, items) -> {
            Item item = new Item(items.nextLong(), Map.of("next", items.nextLong()), Optional.of(items.nextLong()));
            String json = written(context, item);
            assertThat(json)
                    .contains("\"id\":\"" + items.format(item.id()) + "\"")
                    .contains("\"next\":\"" + items.format(item.related().get("next")) + "\"")
                    .contains("\"parent\":\"" + items.format(item.parent().orElseThrow()) + "\"");
            assertThat(items.format(item.id())).hasSize(13);
            assertThat(read(context, json, Item.class)).isEqualTo(item);
        });
    }

    /** With accessors, the annotation on a private field, a setter, a getter or what is created from one text. */
    static class Bean {

        @IdText
        private long onField;

        private long onSetter;
        private Long onGetter;

        public long getOnField() {
            return onField;
        }

        public void setOnField(long value) {
            onField = value;
        }

        public long getOnSetter() {
            return onSetter;
        }

        @IdText
        public void setOnSetter(long value) {
            onSetter = value;
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
    void annotationMayBeOnAFieldASetterOrAGetter() {
        run((context, items) -> {
            Bean bean = read(context, "{\"onField\":\"1\",\"onSetter\":\"2\",\"onGetter\":\"3\"}", Bean.class);
            assertThat(bean.onField).isEqualTo(1);
            assertThat(bean.onSetter).isEqualTo(2);
            assertThat(bean.onGetter).isEqualTo(3);
            assertThat(written(context, bean))
                    .contains("\"onField\":\"1\"")
                    .contains("\"onSetter\":\"2\"")
                    .contains("\"onGetter\":\"3\"");
        });
    }

    record Decimal(@IdText Long id) {}

    record ByOrder(@IdText("order") Long id) {}

    record ByItem(@IdText("item") Long id) {}

    record Primitive(@IdText long id) {}

    @Test
    void numbersAreReadWhereTheirDigitsAreTheText() {
        run((context, items) -> {
            assertThat(read(context, "{\"id\":9007199254740993}", Decimal.class).id())
                    .isEqualTo(LARGE);
            assertThat(read(context, "{\"id\":9007199254740993}", ByOrder.class).id())
                    .isEqualTo(LARGE);
            assertThat(read(context, "{\"id\":-1}", Decimal.class).id()).isEqualTo(-1);
            assertThat(read(context, "{\"id\":null}", Decimal.class).id()).isNull();
        });
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
    void whatIsNoIdIsAMistakeOfTheInput(String type, String json, String reason) throws Exception {
        Class<?> target = Class.forName(IdTextJsonTests.class.getName() + "$" + type);
        run((context, items) -> assertThatThrownBy(() -> jackson.read(context, "{\"id\":" + json + "}", target))
                .isInstanceOf(jackson.failure)
                .hasMessageContaining(reason)
                .hasMessageContaining("\"id\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"x\"", "12"})
    void reasonIsTheCause(String json) {
        run((context, items) -> assertThatThrownBy(() -> jackson.read(context, "{\"id\":" + json + "}", ByItem.class))
                .isInstanceOf(jackson.failure)
                .hasRootCauseInstanceOf(InvalidIdException.class));
    }

    @Test
    void missingPrimitiveIsSaidWhereJacksonRefusesIt() {
        run((context, items) -> {
            if (jackson == Jackson.JACKSON_3) {
                assertThatThrownBy(() -> jackson.read(context, "{\"id\":null}", Primitive.class))
                        .isInstanceOf(DatabindException.class)
                        .hasMessageContaining("Cannot map `null` into type `long`");
            } else {
                assertThat(read(context, "{\"id\":null}", Primitive.class).id()).isZero();
            }
        });
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
    void typesWithOneComponentAreTheirText() {
        run((context, items) -> {
            IdGenerator<UUID> sessions = context.getBean(IdGenerators.class).get("session", UUID.class);
            UUID session = sessions.next();
            Typed typed = new Typed(
                    new OrderId(LARGE),
                    new SessionId(session),
                    List.of(new OrderId(1)),
                    session,
                    new ItemId(items.nextLong()));
            String json = written(context, typed);
            assertThat(read(context, json, Object.class))
                    .isEqualTo(Map.of(
                            "id", "" + LARGE,
                            "session", "ses_" + session,
                            "lines", List.of("1"),
                            "plain", "ses_" + session,
                            "item", items.format(typed.item().value())));
            assertThat(read(context, json, Typed.class)).isEqualTo(typed);
            assertThat(read(context, "{}", Typed.class).id()).isNull();
            assertThat(written(context, new ItemId(null))).isEqualTo("{\"value\":null}");
            assertThat(written(context, List.of(new SessionId(null)))).isEqualTo("[null]");
            assertThat(written(context, new OrderId(2))).isEqualTo("\"2\"");
            assertThat(read(context, "\"2\"", OrderId.class)).isEqualTo(new OrderId(2));
        });
    }

    record Nobody(@IdText("nobody") long id) {}

    record OfSession(@IdText("session") long id) {}

    record Wrong(@IdText int id) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Longs(@IdText long[] id) {}

    record Nested(@IdText List<List<Long>> id) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Nobody    | "1"     | @IdText("nobody") cannot be used: there is no generator 'nobody'
            OfSession | "1"     | @IdText("session") cannot be used: generator 'session' makes ids of type UUID, not Long
            Wrong     | 1       | @IdText is for long, Long
            Longs     | []      | @IdText is for long, Long
            Nested    | []      | @IdText is for long, Long
            """)
    void annotationThatCannotBeFollowedIsSaid(String type, String json, String reason) throws Exception {
        Class<?> target = Class.forName(IdTextJsonTests.class.getName() + "$" + type);
        Object value = Map.<Class<?>, Object>of(
                        Nobody.class, new Nobody(1),
                        OfSession.class, new OfSession(1),
                        Wrong.class, new Wrong(1),
                        Longs.class, new Longs(new long[0]),
                        Nested.class, new Nested(List.of()))
                .get(target);
        run((context, items) -> {
            assertThatThrownBy(() -> jackson.read(context, "{\"id\":" + json + "}", target))
                    .isInstanceOf(jackson.failure)
                    .hasMessageContaining(reason);
            assertThatThrownBy(() -> jackson.write(context, value))
                    .isInstanceOf(jackson.failure)
                    .hasMessageContaining(reason);
        });
    }
}
