package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.localredis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import redis.clients.jedis.Jedis;

/**
 * A Redis that will not do what is asked: the log at the start and the first call say what to change. Passwords and keys are in no
 * line of the log, no text of a bean, and no exception.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusalsIntegrationTests {

    private static final String SECRET = "swordfish";
    private static final String PASSWORD = SECRET + "-1";
    private static final String WRONG_PASSWORD = SECRET + "-2";
    private static final String CREDENTIALS =
            "Redis refuses the credentials: check 'spring.data.redis.username' and 'spring.data.redis.password'";
    private static final String PERMISSION =
            "the Redis user may not do what idgen needs: grant it what docs/redis.md lists";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @AutoClose
    static final RedisServer replica = RedisServer.replicaOf(redis);

    /** Else the level of one test is that of all tests that follow in this JVM. */
    @AfterEach
    void resetLogLevel() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("dev.idgen", null);
    }

    @ParameterizedTest
    @EnumSource
    void wrongPassword(Driver driver, CapturedOutput output) {
        user(redis, "~*", "+@all");

        assertSays(driver, redis, WRONG_PASSWORD, output, CREDENTIALS, "WRONGPASS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LETTUCE | ~*       | -@scripting | NOPERM | evalsha
            JEDIS   | ~*       | -@scripting | NOPERM | evalsha
            LETTUCE | ~*       | -evalsha    | NOPERM | evalsha
            LETTUCE | ~*       | -eval       | NOPERM | eval
            LETTUCE | ~idgen:* | +get        | NOPERM | key
            LETTUCE | ~*       | -hset       | needs  | docs/redis.md
            """)
    void userWhoMayNotDoWhatIdgenNeeds(
            Driver driver, String keys, String commands, String text, String further, CapturedOutput output) {
        redis.ask(Jedis::scriptFlush);
        user(redis, keys, "+@all", commands);

        assertSays(driver, redis, PASSWORD, output, PERMISSION, text, further);
    }

    @ParameterizedTest
    @EnumSource
    void replicaThatIsTakenForAMaster(Driver driver, CapturedOutput output) {
        user(replica, "~*", "+@all");

        assertSays(
                driver, replica, PASSWORD, output, "this Redis is a replica", "'spring.data.redis.host'", "READONLY");
    }

    @Test
    void databaseThatDoesNotExist() {
        user(redis, "~*", "+@all");

        application(Driver.LETTUCE, redis, PASSWORD)
                .withPropertyValues("spring.data.redis.database=99")
                .run(context ->
                        assertFailure(context, "Redis has no such database: check 'spring.data.redis.database'"));
    }

    private static void user(RedisServer server, String keys, String... commands) {
        server.ask(jedis -> jedis.aclSetUser("idgen", "reset", "on", ">" + PASSWORD, keys));
        server.ask(jedis -> jedis.aclSetUser("idgen", commands));
    }

    private static void assertSays(
            Driver driver, RedisServer server, String password, CapturedOutput output, String... texts) {
        application(driver, server, password).run(context -> {
            assertThat(context).hasNotFailed();
            assertFailure(context, texts);
        });
        // Only the first failure is logged. On a slow machine, that may be a connection that took too long.
        assertThat(output).contains(" WARN ", "failed; retrying").doesNotContain(SECRET);
    }

    /** A call that ends before Redis has refused anything cannot say why, so this calls again. */
    private static void assertFailure(BeanFactory context, String... texts) {
        IdService ids = context.getBean(IdService.class);
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            SequenceUnavailableException failure =
                    catchThrowableOfType(SequenceUnavailableException.class, () -> ids.nextIds("", 100_000));
            assertThat(failure)
                    .hasMessageStartingWith("no sequence number after ")
                    .hasMessageContainingAll(texts);
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain(SECRET);
        });
    }

    private static ApplicationContextRunner application(Driver driver, RedisServer server, String password) {
        return RedisApplications.on(server, driver)
                .withPropertyValues(
                        "idgen.sequence.acquire-timeout=500ms",
                        "spring.data.redis.username=idgen",
                        "spring.data.redis.password=" + password);
    }

    // Secrets

    @Test
    void secretsStayHiddenInPeaceAndInAnOutage(CapturedOutput output) {
        try (RedisServer mortal = RedisServer.running()) {
            user(mortal, "~*", "+@all");
            try (ConfigurableApplicationContext context = debugged(mortal, PASSWORD)) {
                IdService ids = context.getBean(IdService.class);
                await().atMost(Duration.ofSeconds(30))
                        .ignoreExceptions()
                        .untilAsserted(() -> assertThat(ids.nextIds("", 1000)).isNotEmpty());
                mortal.kill();
                assertFailure(context, "no sequence number after ");
                assertThat(texts(context)).contains("leaseTtl").doesNotContain(SECRET);
            }
        }
        assertThat(output).contains("DEBUG").contains("failed; retrying").doesNotContain(SECRET);
    }

    private static ConfigurableApplicationContext debugged(RedisServer server, String password) {
        return new SpringApplicationBuilder(TypicalApplication.OnRedis.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.data.redis.url=redis://idgen:" + password + "@" + server.address(),
                        "logging.level.dev.idgen=DEBUG",
                        "idgen.sequence.lease-ttl=1s",
                        "idgen.sequence.acquire-timeout=2s",
                        "idgen.string.scramble-key=" + SECRET + "-3",
                        "idgen.generators.rows.type=counter",
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.tall.scramble=true",
                        "idgen.generators.tall.scramble-key=" + SECRET + "-4")
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
}
