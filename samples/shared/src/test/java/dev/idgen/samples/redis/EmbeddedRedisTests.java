package dev.idgen.samples.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Which Redis an application uses, told by the processes it starts. */
class EmbeddedRedisTests {

    private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(EmbeddedRedisConfiguration.class)
    static class Application {}

    @Test
    void withoutSettingsOneRedisRunsAndEndsWithTheContext() {
        ProcessHandle redis;
        try (ConfigurableApplicationContext context = run()) {
            redis = ProcessHandle.of(context.getBean(RedisServer.class).pid()).orElseThrow();
            assertThat(keys(context)).isNotEmpty();
        }
        assertThat(redis.onExit()).succeedsWithin(ONE_MINUTE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--spring.data.redis.host=localhost --spring.data.redis.port=%d",
                "--spring.data.redis.port=%d",
                "--spring.data.redis.url=redis://localhost:%d"
            })
    void withRedisConfiguredItIsUsedAndNoneIsStarted(String arguments) {
        try (RedisServer yours = RedisServer.running()) {
            Set<ProcessHandle> before = children();
            try (ConfigurableApplicationContext context =
                    run(arguments.formatted(yours.port()).split(" "))) {
                assertThat(children()).isEqualTo(before);
                assertThat(context.getBeanProvider(RedisServer.class)).isEmpty();
                assertThat(keys(context)).isNotEmpty();
            }
        }
    }

    @Test
    void withStoreInMemoryNoneIsStarted() {
        Set<ProcessHandle> before = children();
        try (ConfigurableApplicationContext context = run("--idgen.store=memory")) {
            assertThat(children()).isEqualTo(before);
            assertThat(context.getBean(IdService.class).nextId()).hasSize(23);
        }
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
    }

    private static Set<String> keys(ConfigurableApplicationContext context) {
        return context.getBean(StringRedisTemplate.class).keys("*");
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }
}
