package dev.idgen.internal.store.redis;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Jedis connections of idgen's own, with the settings of the application's. Thread-safe.
 *
 * <p>They lead to single servers: to judges, and to the master that sentinels name. They also replace the application's
 * once those have stopped. Spring stops connection factories before it destroys beans. idgen returns node ids and
 * numbers only when Spring destroys its beans, so that ids stay available until then.
 */
final class JedisConnections implements AutoCloseable {

    private final JedisClientConfiguration client;
    private final Map<RedisConfiguration, JedisConnectionFactory> factories = new ConcurrentHashMap<>();
    private volatile boolean closed;

    JedisConnections(JedisConnectionFactory original) {
        this.client = original.getClientConfiguration();
    }

    /** Connects to servers; the caller closes the connection. */
    RedisConnection to(RedisConfiguration servers) {
        return factory(servers).getConnection();
    }

    /** A started factory, which {@link #close} destroys. */
    JedisConnectionFactory factory(RedisConfiguration servers) {
        JedisConnectionFactory known = factories.get(servers);
        if (known != null) {
            return known;
        }
        JedisConnectionFactory factory = created(servers);
        factory.afterPropertiesSet();
        factory.start();
        JedisConnectionFactory earlier = factories.putIfAbsent(servers, factory);
        if (earlier != null) {
            factory.destroy();
            return earlier;
        }
        if (closed) {
            close();
        }
        return factory;
    }

    private JedisConnectionFactory created(RedisConfiguration servers) {
        if (servers instanceof RedisClusterConfiguration cluster) {
            return new JedisConnectionFactory(cluster, client);
        }
        return servers instanceof RedisSentinelConfiguration sentinels
                ? new JedisConnectionFactory(sentinels, client)
                : new JedisConnectionFactory((RedisStandaloneConfiguration) servers, client);
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
        return factory instanceof JedisConnectionFactory jedis
                        && jedis.getClientConfiguration().isUsePooling()
                ? jedis.getClientConfiguration().getPoolConfig().stream()
                        .mapToInt(pool -> pool.getMaxTotal())
                        .findFirst()
                : OptionalInt.empty();
    }

    /** Closes all connections; those opened from now on are closed at once. */
    @Override
    public void close() {
        closed = true;
        factories.values().forEach(JedisConnectionFactory::destroy);
    }
}
