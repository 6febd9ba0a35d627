package dev.idgen.internal.store.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ClassUtils;

/** Finds out which servers a connection factory reaches whose driver is not Lettuce. Stateless. */
final class BorrowedServers {

    private static final boolean JEDIS =
            ClassUtils.isPresent("redis.clients.jedis.Jedis", BorrowedServers.class.getClassLoader());

    private BorrowedServers() {}

    static RedisServers of(RedisConnectionFactory factory) {
        return RedisServers.of(JEDIS ? Jedis.servers(factory) : null);
    }

    /** By itself, so that it is loaded only where there is Jedis. */
    private static final class Jedis {

        static @Nullable RedisConfiguration servers(RedisConnectionFactory factory) {
            if (!(factory instanceof JedisConnectionFactory jedis)) {
                return null;
            }
            if (jedis.getClusterConfiguration() != null) {
                return jedis.getClusterConfiguration();
            }
            return jedis.getSentinelConfiguration() != null
                    ? jedis.getSentinelConfiguration()
                    : jedis.getStandaloneConfiguration();
        }
    }
}
