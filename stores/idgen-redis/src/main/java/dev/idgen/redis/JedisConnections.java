package dev.idgen.redis;

import dev.idgen.store.BlockingCalls;
import dev.idgen.store.Clocks;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
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

    /** All sentinels, and as many masters at a time. */
    private static final int WATCH_THREADS = 8;

    private final BlockingCalls questions;

    JedisConnections(JedisConnectionFactory original, Clocks time) {
        this.client = original.getClientConfiguration();
        this.questions = new BlockingCalls("idgen-redis-watch", WATCH_THREADS, time);
    }

    /** A judge whose connections have a pool, which drops those that failed. */
    RedisJudge judge(RedisStandaloneConfiguration server, String masterName) {
        return new RedisJudge(server.getHostName() + ":" + server.getPort(), masterName) {
            @Override
            CompletionStage<List<String>> send(String... command) {
                return questions.call(() -> {
                    try (RedisConnection connection = to(server)) {
                        byte[][] arguments = LuaScript.bytes(Stream.of(command).skip(1));
                        Object answer = connection.execute(command[0], arguments);
                        return new ScriptReply(
                                        answer instanceof List<?> several
                                                ? several
                                                : Stream.ofNullable(answer).toList())
                                .texts();
                    }
                });
            }
        };
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
        if (jedis.isRedisClusterAware()) {
            return jedis.getClusterConfiguration();
        }
        return jedis.isRedisSentinelAware() ? jedis.getSentinelConfiguration() : jedis.getStandaloneConfiguration();
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
        questions.close();
        factories.values().forEach(JedisConnectionFactory::destroy);
    }
}
