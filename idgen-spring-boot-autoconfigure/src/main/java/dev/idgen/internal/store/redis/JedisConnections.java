package dev.idgen.internal.store.redis;

import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Reaches the same servers as an application's Jedis factory that does not run.
 *
 * <p>Spring stops connection factories before it destroys beans. Node ids and numbers are given back when beans are destroyed, so
 * that ids can be had until then: after the application's factory has ended.
 */
final class JedisConnections {

    private JedisConnections() {}

    /** Whether a factory is one of Jedis that does not run. */
    static boolean isStopped(RedisConnectionFactory factory) {
        return factory instanceof JedisConnectionFactory jedis && !jedis.isRunning();
    }

    /** Makes a factory with the settings of one of Jedis, which runs and is the caller's to destroy. */
    static JedisConnectionFactory like(RedisConnectionFactory factory) {
        JedisConnectionFactory original = (JedisConnectionFactory) factory;
        JedisConnectionFactory copy = copy(original, original.getClientConfiguration());
        copy.afterPropertiesSet();
        copy.start();
        return copy;
    }

    /** The sentinels of a factory of Jedis, if it has any. */
    static @Nullable RedisSentinelConfiguration sentinels(RedisConnectionFactory factory) {
        return factory instanceof JedisConnectionFactory jedis ? jedis.getSentinelConfiguration() : null;
    }

    /** How many connections the pool of a factory of Jedis has at most, negative if any number; empty if there is no pool. */
    static OptionalInt poolSize(RedisConnectionFactory factory) {
        if (!(factory instanceof JedisConnectionFactory jedis)
                || !jedis.getClientConfiguration().isUsePooling()) {
            return OptionalInt.empty();
        }
        return jedis.getClientConfiguration()
                .getPoolConfig()
                .map(pool -> OptionalInt.of(pool.getMaxTotal()))
                .orElse(OptionalInt.empty());
    }

    private static JedisConnectionFactory copy(JedisConnectionFactory original, JedisClientConfiguration client) {
        RedisClusterConfiguration cluster = original.getClusterConfiguration();
        if (cluster != null) {
            return new JedisConnectionFactory(cluster, client);
        }
        RedisSentinelConfiguration sentinel = original.getSentinelConfiguration();
        if (sentinel != null) {
            return new JedisConnectionFactory(sentinel, client);
        }
        return new JedisConnectionFactory(Objects.requireNonNull(original.getStandaloneConfiguration()), client);
    }
}
