package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.LongIdGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Mistakes are explained with the Spring Boot that it was built with. */
@ExtendWith(OutputCaptureExtension.class)
class MistakeTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Keys.class)
    static class Application {}

    record Keys(@Qualifier("order") LongIdGenerator order) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            idgen.namespac=shop                 | Did you mean 'idgen.namespace'?
            idgen.generators.extra=snowflake    | Set 'idgen.generators.extra.type' to 'snowflake' instead.
            idgen.generators.order.type=flakes  | Did you mean 'flake'?
            idgen.generators.order.type=ulid    | Inject it as '@Qualifier("order") IdGenerator<String>'
            idgen.generators.orders.type=tsid   | Write '@Qualifier("orders") LongIdGenerator'
            idgen.sequence.lease-ttl=10 sec     | a number with one of the units
            idgen.enabled=false                 | because 'idgen.enabled' is false.
            """)
    void mistakeIsExplained(String property, String action, CapturedOutput output) {
        String other = property.startsWith("idgen.generators.") ? "idgen.node.id=1" : "idgen.generators.order.type=tsid";
        assertThatThrownBy(() -> run(Application.class, other, property)).isInstanceOf(Exception.class);

        assertThat(output).contains("APPLICATION FAILED TO START", action).doesNotContain("\tat ");
    }

    private static ConfigurableApplicationContext run(Class<?> type, String... properties) {
        SpringApplication application = new SpringApplication(type);
        application.setBannerMode(Banner.Mode.OFF);
        application.setWebApplicationType(WebApplicationType.NONE);
        return application.run(Stream.concat(Stream.of("idgen.store=memory"), Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new));
    }
}
