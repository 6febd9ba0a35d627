package dev.idgen.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The ways to reach a server. */
enum Driver {
    LETTUCE {
        @Override
        RedisConnectionFactory connect(EmbeddedRedis redis) {
            LettuceConnectionFactory factory = new LettuceConnectionFactory(address(redis));
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
        RedisConnectionFactory connect(EmbeddedRedis redis) {
            JedisConnectionFactory factory = new JedisConnectionFactory(address(redis));
            factory.afterPropertiesSet();
            factory.start();
            return factory;
        }

        @Override
        void disconnect(RedisConnectionFactory factory) {
            ((JedisConnectionFactory) factory).destroy();
        }
    };

    abstract RedisConnectionFactory connect(EmbeddedRedis redis);

    abstract void disconnect(RedisConnectionFactory factory);

    private static RedisStandaloneConfiguration address(EmbeddedRedis redis) {
        return new RedisStandaloneConfiguration(redis.host(), redis.port());
    }
}
