package dev.idgen.samples.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.idgen.IdService;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
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
        Set<ProcessHandle> before = children();
        Set<ProcessHandle> started;
        try (ConfigurableApplicationContext context = run()) {
            started = children();
            started.removeAll(before);
            assertThat(started).filteredOn(EmbeddedRedisTests::isRedis).hasSize(1);
            assertThat(keys(context)).isNotEmpty();
        }
        assertThat(started).allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(ONE_MINUTE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--spring.data.redis.host=localhost --spring.data.redis.port=%d",
                "--spring.data.redis.port=%d",
                "--spring.data.redis.url=redis://localhost:%d"
            })
    void withRedisConfiguredItIsUsedAndNoneIsStarted(String arguments) throws IOException {
        try (RedisServers yours = RedisServers.create()) {
            int port = yours.start().port();
            Set<ProcessHandle> before = children();
            try (ConfigurableApplicationContext context =
                    run(arguments.formatted(port).split(" "))) {
                assertThat(children()).isEqualTo(before);
                assertThat(context.getBeanProvider(RedisServers.class)).isEmpty();
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

    @Test
    void redisThatDoesNotStartSaysWhy() throws IOException {
        try (RedisServers servers = RedisServers.create()) {
            assertThatIOException()
                    .isThrownBy(() -> servers.start("--maxmemory", "much"))
                    .withMessageContaining("maxmemory");
        }
    }

    @Test
    void redisThatDoesNotStartIsExplained() {
        EmbeddedRedisException failure = new EmbeddedRedisException(new IOException("no libssl"), "Install OpenSSL 3.");

        FailureAnalysis analysis = new EmbeddedRedisFailureAnalyzer().analyze(failure);

        assertThat(analysis.getDescription()).contains("no libssl");
        assertThat(analysis.getAction()).isEqualTo("Install OpenSSL 3.");
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
    }

    private static Set<String> keys(ConfigurableApplicationContext context) {
        return context.getBean(StringRedisTemplate.class).keys("*");
    }

    private static boolean isRedis(ProcessHandle process) {
        return process.info().command().orElse("").contains("redis-server");
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }
}
