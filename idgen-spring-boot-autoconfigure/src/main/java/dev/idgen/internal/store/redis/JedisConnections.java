package dev.idgen.internal.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisConfiguration.WithDatabaseIndex;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
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
        return started(copy(original, original.getClientConfiguration()));
    }

    private static JedisConnectionFactory started(JedisConnectionFactory factory) {
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    /** The sentinels of a factory of Jedis, if it has any. */
    static @Nullable RedisSentinelConfiguration sentinels(RedisConnectionFactory factory) {
        return factory instanceof JedisConnectionFactory jedis ? jedis.getSentinelConfiguration() : null;
    }

    /**
     * See {@link ScriptRunner#databasesWith}. A connection has the database of its factory for life, and the pool's connections are the
     * application's, so there is a factory for each database.
     */
    static Set<Integer> databasesWith(RedisConnectionFactory factory, List<String> keys, Set<Integer> databases) {
        if (!(factory instanceof JedisConnectionFactory original) || original.getClusterConfiguration() != null) {
            return Set.of();
        }
        byte[][] bytes =
                keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        Set<Integer> found = new TreeSet<>();
        for (int database : databases) {
            JedisConnectionFactory own = started(in(database, original));
            try (RedisConnection connection = own.getConnection()) {
                Long existing = connection.keyCommands().exists(bytes);
                if (existing != null && existing > 0) {
                    found.add(database);
                }
            } finally {
                own.destroy();
            }
        }
        return found;
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

    private static JedisConnectionFactory in(int database, JedisConnectionFactory original) {
        JedisClientConfiguration client = original.getClientConfiguration();
        RedisSentinelConfiguration sentinel = original.getSentinelConfiguration();
        if (sentinel != null) {
            RedisSentinelConfiguration copy = new RedisSentinelConfiguration();
            copy.setMaster(Objects.requireNonNull(sentinel.getMaster()));
            copy.setSentinels(sentinel.getSentinels());
            copy.setSentinelUsername(sentinel.getSentinelUsername());
            copy.setSentinelPassword(sentinel.getSentinelPassword());
            return new JedisConnectionFactory(in(database, copy, sentinel), client);
        }
        RedisStandaloneConfiguration single = Objects.requireNonNull(original.getStandaloneConfiguration());
        RedisStandaloneConfiguration copy = new RedisStandaloneConfiguration(single.getHostName(), single.getPort());
        return new JedisConnectionFactory(in(database, copy, single), client);
    }

    private static <T extends WithDatabaseIndex & WithAuthentication> T in(int database, T copy, T original) {
        copy.setUsername(original.getUsername());
        copy.setPassword(original.getPassword());
        copy.setDatabase(database);
        return copy;
    }
}
