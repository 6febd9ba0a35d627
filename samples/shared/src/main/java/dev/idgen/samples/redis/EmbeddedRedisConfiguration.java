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
 * Starts a Redis, unless one is configured, and points Spring Data Redis at it. The connection factory depends on it
 * through the connection details, so it outlives all connections.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedRedisConfiguration.NoOtherStore.class)
public class EmbeddedRedisConfiguration {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedisConfiguration.class);

    private static final String ADVICE =
            "Start a Redis yourself and set the environment variable SPRING_DATA_REDIS_HOST to its host. For a"
                    + " first look without Redis, set IDGEN_STORE=memory.";

    @Bean
    RedisServer embeddedRedis() {
        try {
            // Counters need these settings, or numbers may repeat.
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

    /** Matches if neither a Redis nor another store is configured. */
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
