package dev.idgen.internal.store.redis;

import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The ways to reach a server. */
enum Driver {
    LETTUCE {
        @Override
        RedisConnectionFactory connect(String host, int port) {
            LettuceConnectionFactory factory = new LettuceConnectionFactory(
                    new RedisStandaloneConfiguration(host, port),
                    LettuceClientConfiguration.builder()
                            .clientResources(RedisApplications.LETTUCE_THREADS)
                            .shutdownQuietPeriod(Duration.ZERO)
                            .build());
            factory.afterPropertiesSet();
            factory.start();
            return factory;
        }

        @Override
        void disconnect(RedisConnectionFactory factory) {
            ((LettuceConnectionFactory) factory).destroy();
        }
    },
    JEDIS {
        @Override
        RedisConnectionFactory connect(String host, int port) {
            JedisConnectionFactory factory = new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port));
            factory.afterPropertiesSet();
            factory.start();
            return factory;
        }

        @Override
        void disconnect(RedisConnectionFactory factory) {
            ((JedisConnectionFactory) factory).destroy();
        }
    };

    abstract RedisConnectionFactory connect(String host, int port);

    RedisConnectionFactory connect(RedisServer redis) {
        return connect(RedisServer.HOST, redis.port());
    }

    abstract void disconnect(RedisConnectionFactory factory);
}
