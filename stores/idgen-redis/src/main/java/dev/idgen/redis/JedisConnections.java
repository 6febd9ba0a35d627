package dev.idgen.redis;

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
 * Connects to the servers of an application's Jedis factory after that factory has stopped.
 *
 * <p>Spring stops connection factories before it destroys beans. idgen returns node ids and numbers only when Spring
 * destroys its beans, so that ids stay available until then.
 */
final class JedisConnections {

    private JedisConnections() {}

    /** Whether this is a Jedis factory that does not run. */
    static boolean isStopped(RedisConnectionFactory factory) {
        return factory instanceof JedisConnectionFactory jedis && !jedis.isRunning();
    }

    /** Returns a started factory with the settings of a Jedis factory. The caller destroys it. */
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

    /** The servers of a Jedis factory; null for other drivers. */
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

    /** The maximum size of a Jedis factory's pool, negative if unlimited; empty if there is no pool. */
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
