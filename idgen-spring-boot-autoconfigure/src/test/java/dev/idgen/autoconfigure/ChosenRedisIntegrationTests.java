package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import dev.idgen.localredis.RedisServer;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** An application has two servers. All that ids need is in the chosen one, and nothing in the other. */
class ChosenRedisIntegrationTests {

    @AutoClose
    static final RedisServer chosen = RedisServer.running();

    @AutoClose
    static final RedisServer other = RedisServer.running();

    private static RedisConnectionFactory connect(String driver, RedisServer redis) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
        return driver.equals("lettuce") ? new LettuceConnectionFactory(server) : new JedisConnectionFactory(server);
    }

    private final String namespace = UUID.randomUUID().toString();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    IdgenAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class,
                    IdgenStoreCheckAutoConfiguration.class))
            .withPropertyValues(TypicalProperties.patient("invoice", "order"))
            .withPropertyValues(
                    "spring.data.redis.port=" + other.port(),
                    "idgen.namespace=" + namespace,
                    "idgen.sequence.lease-ttl=1s",
                    "idgen.node.lease-ttl=5s",
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.order.type=snowflake");

    /** The ways to choose are those of {@link StoreConnectionTests}. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void everythingIsInTheChosenServer(String driver) {
        runner.withBean("otherRedis", RedisConnectionFactory.class, () -> connect(driver, other))
                .withBean("chosenRedis", RedisConnectionFactory.class, () -> connect(driver, chosen))
                .withPropertyValues("idgen.redis.connection-factory=chosenRedis")
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong())
                            .isEqualTo(1);
                    assertThat(context.getBean("order", LongIdGenerator.class).nextLong())
                            .isPositive();
                    assertThat(context).hasSingleBean(StoreCheckRunner.class);

                    assertThat(keys(chosen, ":[0-9]*}")).isEqualTo(16);
                    assertThat(keys(chosen, "*:value")).isOne();
                    assertThat(keys(chosen, ":nodes:*")).isEqualTo(8);
                    assertThat(keys(other, "*")).isZero();
                });
    }

    /** Beside Spring Boot's own. */
    @Test
    void annotationOfParameterSelectsTheChosenBean() {
        runner.withUserConfiguration(Marked.class, Wanting.class)
                .run(context -> assertThat(context.getBean(Wanting.class).redis())
                        .isSameAs(context.getBean("chosenRedis"))
                        .isNotSameAs(context.getBean(RedisConnectionFactory.class)));
    }

    private int keys(RedisServer server, String end) {
        return server.ask(jedis -> jedis.keys("{idgen:?:" + namespace + end).size());
    }

    record Wanting(@IdgenRedis RedisConnectionFactory redis) {}

    static class Marked {

        @Bean(defaultCandidate = false)
        @IdgenRedis
        RedisConnectionFactory chosenRedis() {
            return connect("lettuce", chosen);
        }
    }
}
