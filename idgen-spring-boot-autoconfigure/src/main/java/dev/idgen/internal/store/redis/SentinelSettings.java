package dev.idgen.internal.store.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.NamedNode;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.connection.RedisServer;
import org.springframework.util.ClassUtils;

/** Asks a sentinel for its settings. A user need not be allowed that. */
final class SentinelSettings {

    private static final Logger log = LoggerFactory.getLogger(SentinelSettings.class);

    private SentinelSettings() {}

    /** How long the sentinels of a factory wait before they replace a silent master. Blocks. */
    static Optional<Duration> downAfter(RedisConnectionFactory factory) {
        RedisSentinelConfiguration servers = sentinels(factory);
        NamedNode master = servers == null ? null : servers.getMaster();
        if (master == null) {
            return Optional.empty();
        }
        try (RedisSentinelConnection sentinel = factory.getSentinelConnection()) {
            return sentinel.masters().stream()
                    .filter(server -> Objects.equals(server.getName(), master.getName()))
                    .map(RedisServer::getDownAfterMilliseconds)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(Duration::ofMillis);
        } catch (IOException | RuntimeException e) {
            log.debug("no sentinel tells its settings", e);
            return Optional.empty();
        }
    }

    private static @Nullable RedisSentinelConfiguration sentinels(RedisConnectionFactory factory) {
        ClassLoader loader = SentinelSettings.class.getClassLoader();
        if (ClassUtils.isPresent("io.lettuce.core.RedisClient", loader)) {
            RedisSentinelConfiguration sentinels = LettuceConnections.sentinels(factory);
            if (sentinels != null) {
                return sentinels;
            }
        }
        return ClassUtils.isPresent("redis.clients.jedis.Jedis", loader) ? JedisConnections.sentinels(factory) : null;
    }
}
