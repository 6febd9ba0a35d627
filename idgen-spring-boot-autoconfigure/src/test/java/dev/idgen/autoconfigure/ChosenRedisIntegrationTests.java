package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.localredis.RedisServer;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** An application has two servers: all that ids need is in the one that it chose, and nothing of it in the other. */
class ChosenRedisIntegrationTests {

    @AutoClose
    static final RedisServer chosen = RedisServer.running();

    @AutoClose
    static final RedisServer other = RedisServer.running();

    private enum Driver {
        LETTUCE {
            @Override
            RedisConnectionFactory connect(RedisServer redis) {
                return new LettuceConnectionFactory(server(redis));
            }
        },
        JEDIS {
            @Override
            RedisConnectionFactory connect(RedisServer redis) {
                return new JedisConnectionFactory(server(redis));
            }
        };

        abstract RedisConnectionFactory connect(RedisServer redis);

        private static RedisStandaloneConfiguration server(RedisServer redis) {
            return new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
        }
    }

    static Stream<Arguments> waysAndDrivers() {
        String byName = "idgen.redis.connection-factory=chosenRedis";
        return Stream.of(
                        Arguments.of("property", Plain.class, byName),
                        Arguments.of("property rather than annotation", OtherIsMarked.class, byName),
                        Arguments.of("annotation", Marked.class, ""),
                        Arguments.of("annotation rather than primary", MarkedBesidePrimary.class, ""),
                        Arguments.of("annotation of the class", MarkedClass.class, ""),
                        Arguments.of("annotation beside Spring Boot's own", MarkedBesideSpringBoots.class, ""),
                        Arguments.of("primary", ChosenIsPrimary.class, ""),
                        Arguments.of("the only one that is not a fallback", OtherIsFallback.class, ""),
                        Arguments.of("the only default candidate", OtherIsNoCandidate.class, ""))
                .flatMap(way -> drivers(way.get()[0])
                        .map(driver -> Arguments.of(way.get()[0], way.get()[1], way.get()[2], driver)));
    }

    /** What is chosen does not depend on the driver; that it is used may. */
    private static Stream<Driver> drivers(Object way) {
        return way.equals("property") ? Stream.of(Driver.values()) : Stream.of(Driver.LETTUCE);
    }

    private final String namespace = UUID.randomUUID().toString();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    IdgenAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class,
                    IdgenDoctorAutoConfiguration.class))
            .withPropertyValues(
                    "spring.data.redis.port=" + other.port(),
                    "idgen.namespace=" + namespace,
                    "idgen.sequence.lease-ttl=1s", // a new namespace is new sooner
                    "idgen.node.lease-ttl=5s",
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.order.type=snowflake");

    @ParameterizedTest(name = "{0}, {3}")
    @MethodSource("waysAndDrivers")
    void allIsInTheOneThatIsChosen(String way, Class<?> application, String property, Driver driver) {
        runner.withBean(Driver.class, () -> driver)
                .withUserConfiguration(application)
                .withPropertyValues(property)
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong())
                            .isEqualTo(1);
                    assertThat(context.getBean("order", LongIdGenerator.class).nextLong())
                            .isPositive();
                    assertThat(context).hasSingleBean(Doctor.class);
                    assertThat(context.getBeansOfType(RedisConnectionFactory.class))
                            .hasSize(2);

                    assertThat(keys(chosen, "}")).isOne();
                    assertThat(keys(chosen, "*:value")).isOne();
                    assertThat(keys(chosen, ":nodes:*")).isEqualTo(8);
                    assertThat(keys(other, "*")).isZero();
                });
    }

    @Test
    void annotationOnParameterAsksForIt() {
        runner.withBean(Driver.class, () -> Driver.LETTUCE)
                .withUserConfiguration(MarkedBesideSpringBoots.class, Wanting.class)
                .run(context -> assertThat(context.getBean(Wanting.class).redis())
                        .isSameAs(context.getBean("chosenRedis"))
                        .isNotSameAs(context.getBean(RedisConnectionFactory.class)));
    }

    private int keys(RedisServer server, String end) {
        LettuceConnectionFactory connections = new LettuceConnectionFactory(Driver.server(server));
        connections.afterPropertiesSet();
        connections.start();
        try {
            return new StringRedisTemplate(connections)
                    .keys("{idgen:?:" + namespace + end)
                    .size();
        } finally {
            connections.destroy();
        }
    }

    record Wanting(@IdgenRedis RedisConnectionFactory redis) {}

    static class Plain {

        @Bean
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class OtherIsMarked {

        @Bean(autowireCandidate = false)
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean
        @IdgenRedis
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class Marked {

        @Bean
        @IdgenRedis
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class MarkedBesidePrimary {

        @Bean
        @IdgenRedis
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean
        @Primary
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class MarkedClass {

        @IdgenRedis
        static class IdsLettuce extends LettuceConnectionFactory {

            IdsLettuce() {
                super(Driver.server(chosen));
            }
        }

        @Bean
        IdsLettuce chosenRedis() {
            return new IdsLettuce();
        }

        @Bean
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class MarkedBesideSpringBoots {

        @Bean(defaultCandidate = false)
        @IdgenRedis
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }
    }

    static class ChosenIsPrimary {

        @Bean
        @Primary
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class OtherIsFallback {

        @Bean
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean
        @Fallback
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }

    static class OtherIsNoCandidate {

        @Bean
        RedisConnectionFactory chosenRedis(Driver driver) {
            return driver.connect(chosen);
        }

        @Bean(defaultCandidate = false)
        RedisConnectionFactory otherRedis(Driver driver) {
            return driver.connect(other);
        }
    }
}
