package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What {@code docs/integrations.md} says of {@code spring.main.lazy-initialization}. */
class LazyInitializationTests {

    private static final String SUMMER_TIME = "--idgen.string.zone=Europe/Berlin";
    private static final String NO_FIELDS = "--idgen.generators.parcel.type=custom";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class Application {}

    private static ConfigurableApplicationContext started(Class<?> more, String... arguments) {
        SpringApplication application = new SpringApplicationBuilder(Application.class, more)
                .web(WebApplicationType.NONE)
                .properties("spring.data.redis.port=" + redis.port())
                .lazyInitialization(true)
                .build();
        return application.run(arguments);
    }

    @Test
    void nothingIsMadeBeforeTheFirstIdIsWanted() {
        try (ConfigurableApplicationContext context = started(Application.class)) {
            assertThat(context.getBeanFactory().containsSingleton("idgenIdService"))
                    .isFalse();
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
        }
    }

    @Test
    void mistakesShowWhenTheFirstIdIsWanted() {
        try (ConfigurableApplicationContext context = started(Application.class, SUMMER_TIME, NO_FIELDS)) {
            assertThatThrownBy(() -> context.getBean(IdService.class))
                    .rootCause()
                    .hasMessageContaining("idgen.string.zone");
            assertThatThrownBy(() -> context.getBean(IdGenerators.class))
                    .rootCause()
                    .hasMessageContaining("parcel");
        }
    }

    @Test
    void mistakesStopTheStartIfIdsAreLeftOutOfIt() {
        assertThatThrownBy(() -> started(EagerIds.class, SUMMER_TIME))
                .rootCause()
                .hasMessageContaining("idgen.string.zone");
        assertThatThrownBy(() -> started(EagerIds.class, NO_FIELDS)).rootCause().hasMessageContaining("parcel");
        try (ConfigurableApplicationContext context = started(EagerIds.class)) {
            assertThat(context.getBeanFactory().containsSingleton("idgenIdService"))
                    .isTrue();
        }
    }
}
