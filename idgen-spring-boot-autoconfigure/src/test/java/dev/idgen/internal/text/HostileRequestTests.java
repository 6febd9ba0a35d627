package dev.idgen.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.idgen.DecodedId;
import dev.idgen.IdService;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEarlierHealthAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEndpointAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.autoconfigure.IdgenHealthAutoConfiguration;
import dev.idgen.autoconfigure.IdgenMetricsAutoConfiguration;
import dev.idgen.autoconfigure.IdgenTextAutoConfiguration;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.text.IdText;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.json.JsonMapper;

/** Whatever a client sends as an id, in JSON, as a parameter or to the endpoint, it is an id or the client's mistake. */
class HostileRequestTests {

    private static long inputs;

    record Order(@IdText("order") @Nullable Long id) {}

    @AfterAll
    static void report() {
        HostileTexts.report(HostileRequestTests.class, inputs);
    }

    @SuppressWarnings("removal") // Spring Boot's support for Jackson 2
    @Test
    void textIsAnIdOrTheClientsMistake() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        Jackson2AutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenTextAutoConfiguration.class,
                        IdgenHealthAutoConfiguration.class,
                        IdgenEarlierHealthAutoConfiguration.class,
                        IdgenMetricsAutoConfiguration.class,
                        IdgenEndpointAutoConfiguration.class))
                .withPropertyValues(
                        "idgen.store=memory",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.order.scramble=true",
                        "management.endpoints.web.exposure.include=*")
                .run(context -> HostileTexts.forEachSeed(random -> tryOne(context, random)));
    }

    private static void tryOne(ApplicationContext context, RandomGenerator random) {
        LongIdGenerator orders = context.getBean("order", LongIdGenerator.class);
        IdService strings = context.getBean(IdService.class);
        String order = HostileTexts.next(random, r -> orders.format(orders.next()));
        String string = HostileTexts.next(random, r -> strings.nextId("ORDR"));
        inputs += 6;
        readOrRefusedInJson(context, order);
        convertedOrRefused(context, order, new TypeDescriptor(ReflectionUtils.findField(Order.class, "id")));
        convertedOrRefused(context, string, TypeDescriptor.valueOf(DecodedId.class));
        IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
        assertThat(endpoint.decode("order", order)).isNotNull();
        assertThat(endpoint.decode(string, order)).isNull();
    }

    @SuppressWarnings("removal")
    private static void readOrRefusedInJson(ApplicationContext context, String text) {
        String json = "{\"id\":" + context.getBean(JsonMapper.class).writeValueAsString(text) + "}";
        try {
            context.getBean(JsonMapper.class).readValue(json, Order.class);
        } catch (DatabindException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
        try {
            context.getBean(ObjectMapper.class).readValue(json, Order.class);
        } catch (JsonProcessingException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static void convertedOrRefused(ApplicationContext context, String text, TypeDescriptor wanted) {
        DefaultConversionService conversion = new DefaultConversionService();
        context.getBeansOfType(GenericConverter.class).values().forEach(conversion::addConverter);
        context.getBeansOfType(DecodedIdConverter.class).values().forEach(conversion::addConverter);
        try {
            conversion.convert(text, TypeDescriptor.valueOf(String.class), wanted);
        } catch (ConversionFailedException e) {
            assertThat(e).hasCauseInstanceOf(InvalidIdException.class);
        }
    }
}
