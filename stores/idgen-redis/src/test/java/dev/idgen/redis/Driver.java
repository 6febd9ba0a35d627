package dev.idgen.redis;

import dev.idgen.localredis.RedisServer;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The ways to reach a server. */
enum Driver {
    LETTUCE,
    JEDIS;

    /** Shared by all tests, because threads of their own take two seconds to end. They end with the JVM. */
    static final ClientResources LETTUCE_THREADS = ClientResources.create();

    RedisConnectionFactory connect(String host, int port) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(host, port);
        if (this == JEDIS) {
            JedisConnectionFactory jedis = new JedisConnectionFactory(server);
            jedis.afterPropertiesSet();
            jedis.start();
            return jedis;
        }
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .clientResources(LETTUCE_THREADS)
                .shutdownQuietPeriod(Duration.ZERO)
                .build();
        LettuceConnectionFactory lettuce = new LettuceConnectionFactory(server, client);
        lettuce.afterPropertiesSet();
        lettuce.start();
        return lettuce;
    }

    RedisConnectionFactory connect(RedisServer redis) {
        return connect(RedisServer.HOST, redis.port());
    }

    void disconnect(RedisConnectionFactory factory) {
        if (factory instanceof LettuceConnectionFactory lettuce) {
            lettuce.destroy();
        } else {
            ((JedisConnectionFactory) factory).destroy();
        }
    }
}
