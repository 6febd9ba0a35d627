package dev.idgen.internal.store.redis;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Reaches the same servers as an application's Jedis factory that does not run.
 *
 * <p>Spring stops connection factories before it destroys beans. Node ids and numbers are given back when beans are
 * destroyed, so that ids can be had until then: after the application's factory has ended.
 */
final class JedisConnections {

    private JedisConnections() {}

    /** Whether a factory is one of Jedis that does not run. */
    static boolean isStopped(RedisConnectionFactory factory) {
        return factory instanceof JedisConnectionFactory jedis && !jedis.isRunning();
    }

    /** Makes a factory with the settings of one of Jedis, which runs and is the caller's to destroy. */
    static JedisConnectionFactory like(RedisConnectionFactory factory) {
        JedisConnectionFactory own = copy((JedisConnectionFactory) factory);
        own.afterPropertiesSet();
        own.start();
        return own;
    }

    private static JedisConnectionFactory copy(JedisConnectionFactory original) {
        RedisConfiguration servers = configuration(original);
        JedisClientConfiguration client = original.getClientConfiguration();
        if (servers instanceof RedisClusterConfiguration cluster) {
            return new JedisConnectionFactory(cluster, client);
        }
        return servers instanceof RedisSentinelConfiguration sentinels
                ? new JedisConnectionFactory(sentinels, client)
                : new JedisConnectionFactory((RedisStandaloneConfiguration) Objects.requireNonNull(servers), client);
    }

    /** The servers of a factory, if it is one of Jedis. */
    static @Nullable RedisConfiguration configuration(RedisConnectionFactory factory) {
        if (!(factory instanceof JedisConnectionFactory jedis)) {
            return null;
        }
        return Stream.of(
                        jedis.getClusterConfiguration(),
                        jedis.getSentinelConfiguration(),
                        jedis.getStandaloneConfiguration())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * How many connections the pool of a factory of Jedis has at most, negative if any number; empty if there is no
     * pool.
     */
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
}
