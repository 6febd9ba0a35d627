package dev.idgen.samples.quickstart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * Starts a Redis on a free port of the loopback interface, and points Spring Data Redis at it. The connection factory
 * depends on it by way of the connection details, so it runs before the first connection and until after the last.
 *
 * <p>For trying things out: it keeps its data in memory only.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedRedisConfiguration.NoOtherStore.class)
class EmbeddedRedisConfiguration {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedisConfiguration.class);

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Bean(destroyMethod = "stop")
    RedisServer embeddedRedis() {
        try {
            RedisServer server = newServer().build();
            server.start();
            log.info(
                    "Started a Redis on port {} for this run. To use another, set SPRING_DATA_REDIS_HOST.",
                    server.ports().get(0));
            return server;
        } catch (IOException | RuntimeException e) {
            throw new EmbeddedRedisException(e);
        }
    }

    static RedisServerBuilder newServer() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
            return RedisServer.newRedisServer()
                    .bind(LOOPBACK.getHostAddress())
                    .port(free.getLocalPort())
                    .setting("save \"\"")
                    .soutListener(log::debug)
                    .serrListener(log::debug);
        }
    }

    @Bean
    DataRedisConnectionDetails embeddedRedisConnectionDetails(RedisServer server) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(LOOPBACK.getHostAddress(), server.ports().get(0));
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
    }
}
