package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Jedis;

/** A Redis that will not do what is asked: the log at the start and the first call say what to change. */
@ExtendWith(OutputCaptureExtension.class)
class RefusalsIntegrationTests {

    private static final String PASSWORD = "right-password";
    private static final String CREDENTIALS =
            "Redis refuses the credentials: check 'spring.data.redis.username' and 'spring.data.redis.password'";
    private static final String PERMISSION =
            "the Redis user may not do what idgen needs: grant it what docs/redis.md lists";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @AutoClose
    static final RedisServer replica = RedisServer.replicaOf(redis);

    @ParameterizedTest
    @EnumSource
    void wrongPassword(Driver driver, CapturedOutput output) {
        user("on", ">" + PASSWORD, "~*", "+@all");

        assertSays(driver, redis, "wrong-password", output, CREDENTIALS, "WRONGPASS");
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
        user("on", ">" + PASSWORD, keys, "+@all", commands);

        assertSays(driver, redis, PASSWORD, output, PERMISSION, text, further);
    }

    @ParameterizedTest
    @EnumSource
    void replicaThatIsTakenForAMaster(Driver driver, CapturedOutput output) {
        try (Jedis jedis = new Jedis(RedisServer.HOST, replica.port())) {
            jedis.aclSetUser("idgen", "reset", "on", ">" + PASSWORD, "~*", "+@all");
        }

        assertSays(
                driver, replica, PASSWORD, output, "this Redis is a replica", "'spring.data.redis.host'", "READONLY");
    }

    @Test
    void databaseThatDoesNotExist() {
        user("on", ">" + PASSWORD, "~*", "+@all");

        application(Driver.LETTUCE, redis, PASSWORD)
                .withPropertyValues("spring.data.redis.database=99")
                .run(context ->
                        assertFailure(context, "Redis has no such database: check 'spring.data.redis.database'"));
    }

    private static void user(String... rules) {
        try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
            jedis.aclSetUser("idgen", "reset");
            jedis.aclSetUser("idgen", rules);
        }
    }

    private static void assertSays(
            Driver driver, RedisServer server, String password, CapturedOutput output, String... texts) {
        application(driver, server, password).run(context -> {
            assertThat(context).hasNotFailed();
            assertFailure(context, texts);
        });
        assertThat(output)
                .contains(" WARN ")
                .contains("joining the namespace failed; retrying")
                .contains(texts);
    }

    /** A call that ends before Redis has refused anything cannot say why, so this calls again. */
    private static void assertFailure(BeanFactory context, String... texts) {
        IdService ids = context.getBean(IdService.class);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThatExceptionOfType(SequenceUnavailableException.class)
                        .isThrownBy(ids::nextId)
                        .withMessageStartingWith("no sequence number after ")
                        .withMessageContainingAll(texts));
    }

    private static ApplicationContextRunner application(Driver driver, RedisServer server, String password) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.client-type=" + driver,
                        "spring.data.redis.port=" + server.port(),
                        "spring.data.redis.username=idgen",
                        "spring.data.redis.password=" + password);
    }
}
