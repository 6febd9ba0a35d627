package dev.idgen.samples.redis;

import dev.idgen.localredis.RedisServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Starts a Redis unless another is configured, and points Spring Data Redis at it. The connection factory depends on it by way of
 * the connection details, so it runs before the first connection and until after the last.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedRedisConfiguration.NoOtherStore.class)
public class EmbeddedRedisConfiguration {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedisConfiguration.class);

    private static final String ADVICE =
            "Start a Redis yourself and name its host in the environment variable SPRING_DATA_REDIS_HOST, or do"
                    + " without for a first look: IDGEN_STORE=memory.";

    @Bean
    RedisServer embeddedRedis() {
        try {
            // What counters need, so that no number comes again.
            RedisServer server = RedisServer.running("appendonly yes", "appendfsync always");
            log.info(
                    "Started a Redis on port {} for this run. To use another, set SPRING_DATA_REDIS_HOST.",
                    server.port());
            return server;
        } catch (RuntimeException | LinkageError e) {
            throw new EmbeddedRedisException(e, ADVICE);
        }
    }

    @Bean
    DataRedisConnectionDetails embeddedRedisConnectionDetails(RedisServer server) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(RedisServer.HOST, server.port());
            }
        };
    }

    /** No Redis was configured, nor that there be none. */
    static final class NoOtherStore extends NoneNestedConditions {

        NoOtherStore() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnProperty("spring.data.redis.host")
        static final class Host {}

        @ConditionalOnProperty("spring.data.redis.port")
        static final class Port {}

        @ConditionalOnProperty("spring.data.redis.url")
        static final class Url {}

        @ConditionalOnProperty("spring.data.redis.sentinel.master")
        static final class Sentinel {}

        @ConditionalOnProperty("spring.data.redis.cluster.nodes")
        static final class Cluster {}

        @ConditionalOnProperty(name = "idgen.store", havingValue = "memory")
        static final class Memory {}

        @ConditionalOnProperty(name = "idgen.store", havingValue = "jdbc")
        static final class Database {}
    }
}
