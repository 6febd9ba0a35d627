package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.embedded.RedisServer;

/** Which Redis the application uses, told by the processes it starts. */
class EmbeddedRedisTests {

    @Test
    void withoutSettingsOneRedisRunsAndEndsWithTheContext() {
        Set<ProcessHandle> before = children();
        Set<ProcessHandle> started;
        try (ConfigurableApplicationContext context = run()) {
            started = children();
            started.removeAll(before);
            assertThat(started).hasSize(1);
            assertThat(keys(context)).isNotEmpty();
        }
        assertThat(started).noneMatch(ProcessHandle::isAlive);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--spring.data.redis.host=localhost --spring.data.redis.port=%d",
                "--spring.data.redis.port=%d",
                "--spring.data.redis.url=redis://localhost:%d"
            })
    void withRedisConfiguredItIsUsedAndNoneIsStarted(String arguments) throws IOException {
        RedisServer yours = EmbeddedRedisConfiguration.newServer().build();
        yours.start();
        try {
            Set<ProcessHandle> before = children();
            try (ConfigurableApplicationContext context =
                    run(arguments.formatted(yours.ports().get(0)).split(" "))) {
                assertThat(children()).isEqualTo(before);
                assertThat(context.getBeanProvider(RedisServer.class)).isEmpty();
                assertThat(keys(context)).isNotEmpty();
            }
        } finally {
            yours.stop();
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
    void redisThatDoesNotStartIsExplained() {
        EmbeddedRedisException failure = new EmbeddedRedisException(new IOException("no libssl"));

        FailureAnalysis analysis = new EmbeddedRedisFailureAnalyzer().analyze(failure);

        assertThat(analysis.getDescription()).contains("no libssl");
        assertThat(analysis.getAction()).contains("SPRING_DATA_REDIS_HOST", "IDGEN_STORE=memory");
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(QuickstartApplication.class)
                .properties("server.port=0")
                .run(arguments);
    }

    private static Set<String> keys(ConfigurableApplicationContext context) {
        return context.getBean(StringRedisTemplate.class).keys("*");
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }
}
