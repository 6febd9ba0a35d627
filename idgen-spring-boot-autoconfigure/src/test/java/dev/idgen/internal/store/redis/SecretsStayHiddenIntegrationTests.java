package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import redis.clients.jedis.Jedis;

/** Passwords and keys are in no line of the log, no text of a bean, and no exception. */
@ExtendWith(OutputCaptureExtension.class)
class SecretsStayHiddenIntegrationTests {

    private static final String PASSWORD = "swordfish-1";
    private static final String WRONG_PASSWORD = "swordfish-2";
    private static final String SCRAMBLE_KEY = "swordfish-3";
    private static final String GENERATOR_KEY = "swordfish-4";
    private static final String SECRET = "swordfish";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class Application {}

    @BeforeAll
    static void createUser() {
        try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
            jedis.aclSetUser("idgen", "on", ">" + PASSWORD, "~*", "+@all");
        }
    }

    /** Else it is the level of all tests that follow in this JVM. */
    @AfterEach
    void resetLogLevel() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("dev.idgen", null);
    }

    @Test
    void nothingSecretIsSaidInPeaceOrInAnOutage(CapturedOutput output) {
        try (ConfigurableApplicationContext context = application(PASSWORD)) {
            IdService ids = context.getBean(IdService.class);
            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(ids.nextIds("", 1000)).isNotEmpty());
            redis.kill();
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                SequenceUnavailableException failure =
                        catchThrowableOfType(SequenceUnavailableException.class, () -> ids.nextIds("", 100_000));
                assertThat(failure).isNotNull();
                assertThat(trace(failure)).doesNotContain(SECRET);
            });
            assertThat(texts(context)).contains("leaseTtl").doesNotContain(SECRET);
        } finally {
            redis.start();
            createUser();
        }
        assertThat(output).contains("DEBUG").contains("failed; retrying").doesNotContain(SECRET);
    }

    @Test
    void passwordThatIsRefusedIsNotSaid(CapturedOutput output) {
        try (ConfigurableApplicationContext context = application(WRONG_PASSWORD)) {
            IdService ids = context.getBean(IdService.class);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                SequenceUnavailableException failure =
                        catchThrowableOfType(SequenceUnavailableException.class, ids::nextId);
                assertThat(trace(failure)).contains("WRONGPASS").doesNotContain(SECRET);
            });
        }
        assertThat(output).contains("WRONGPASS").doesNotContain(SECRET);
    }

    private static ConfigurableApplicationContext application(String password) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.data.redis.url=redis://idgen:" + password + "@" + redis.address(),
                        "logging.level.dev.idgen=DEBUG",
                        "idgen.sequence.lease-ttl=1s",
                        "idgen.sequence.acquire-timeout=2s",
                        "idgen.string.scramble-key=" + SCRAMBLE_KEY,
                        "idgen.generators.rows.type=counter",
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.tall.scramble=true",
                        "idgen.generators.tall.scramble-key=" + GENERATOR_KEY)
                .run();
    }

    /** What all beans of the product say of themselves. */
    private static String texts(ConfigurableApplicationContext context) {
        StringBuilder texts = new StringBuilder();
        for (String name : context.getBeanDefinitionNames()) {
            Object bean = context.getBean(name);
            if (bean.getClass().getName().startsWith("dev.idgen.") && !(bean instanceof BeanFactory)) {
                texts.append(name).append(": ").append(bean).append('\n');
            }
        }
        return texts.toString();
    }

    private static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
