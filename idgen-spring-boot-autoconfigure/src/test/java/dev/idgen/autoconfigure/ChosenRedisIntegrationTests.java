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
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** An application has two servers. All that ids need is in the chosen one, and nothing in the other. */
class ChosenRedisIntegrationTests {

    @AutoClose
    static final RedisServer chosen = RedisServer.running();

    @AutoClose
    static final RedisServer other = RedisServer.running();

    private final String namespace = UUID.randomUUID().toString();
    private final ApplicationContextRunner runner = TypicalApplication.onRedis(
                    TypicalProperties.patient("invoice", "order"))
            .withConfiguration(AutoConfigurations.of(IdgenStoreCheckAutoConfiguration.class))
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
        runner.withBean(
                        "otherRedis",
                        RedisConnectionFactory.class,
                        () -> TypicalApplication.connection(driver, other.port()))
                .withBean(
                        "chosenRedis",
                        RedisConnectionFactory.class,
                        () -> TypicalApplication.connection(driver, chosen.port()))
                .withPropertyValues("idgen.redis.connection-factory=chosenRedis")
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong())
                            .isEqualTo(1);
                    assertThat(context.getBean("order", LongIdGenerator.class).nextLong())
                            .isPositive();
                    assertThat(context).hasSingleBean(StoreCheckRunner.class);

                    assertThat(keys(chosen, ":[0-9]*}")).isEqualTo(16);
                    assertThat(keys(chosen, "*:last")).isOne();
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
            return TypicalApplication.connection("lettuce", chosen.port());
        }
    }
}
