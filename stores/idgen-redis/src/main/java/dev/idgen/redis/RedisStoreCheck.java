package dev.idgen.redis;

import dev.idgen.redis.RedisDiagnosis.ServerState;
import dev.idgen.store.Clocks;
import dev.idgen.store.Finding;
import dev.idgen.store.StoreCheck;
import dev.idgen.store.StoreUse;
import java.io.IOException;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisClusterServerCommands;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.SentinelConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithHostAndPort;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Asks each master for its time, for {@code INFO}, and by {@code CONFIG GET} for settings that {@code INFO} does not
 * show. It accepts refusals.
 *
 * <p>It opens and closes its own connections, because the application's may lead to replicas, wait for a minute, or
 * be closed. With an unknown driver, it uses the application's.
 *
 * <p>Thread-safe.
 *
 * @param factory the application's connection factory
 * @param comparison compares a server's clock with this machine's
 * @param leaseTtl how long leased numbers are valid
 * @param namespace the namespace, which it also looks for in other databases
 */
public record RedisStoreCheck(
        RedisConnectionFactory factory,
        Duration requestTimeout,
        ClockComparison comparison,
        Duration leaseTtl,
        String namespace,
        Clocks time)
        implements StoreCheck {

    /** Compares a server's clock with this machine's. */
    @FunctionalInterface
    public interface ClockComparison {

        /**
         * Compares a reading of the server's clock.
         *
         * @param millis the server's time in epoch milliseconds
         * @param askedAt monotonic nanoseconds before the server was asked
         */
        ClockDifference difference(long millis, long askedAt);
    }

    /**
     * How a server's clock differs from this machine's.
     *
     * @param ahead how far the server's is ahead, negative if behind
     * @param trusted whether that is within the allowed skew
     */
    public record ClockDifference(Duration ahead, boolean trusted) {}

    private static final Logger log = LoggerFactory.getLogger(RedisStoreCheck.class);

    private static final LuaScript DATABASES = LuaScript.load("databases.lua");

    /** The number of databases that a server has by default. */
    private static final int MOST_DATABASES = 16;

    /** Any namespace that issued string ids has it. */
    private static final String FIRST_GROUP = "0";

    private static final int JVM_ADDRESS_CACHE_SECONDS = 30;

    /** Matches the error of a server that refuses a command for good. */
    private static final String REFUSAL = "^(NOPERM|ERR) ";

    /** The names of all possible findings. */
    public static Set<String> findings() {
        return RedisFinding.ALL.keySet();
    }

    @Override
    public List<Finding> examine(StoreUse use, boolean partial) {
        Optional<LettuceConnections> lettuce =
                RedisServers.LETTUCE ? LettuceConnections.like(factory, requestTimeout) : Optional.empty();
        if (lettuce.isPresent()) {
            try (LettuceConnections own = lettuce.get()) {
                return examine(own.factory(), own.resolvesWithJvm(), use, partial);
            }
        }
        RedisConfiguration servers = RedisServers.configuration(factory);
        if (RedisServers.JEDIS && servers != null && factory instanceof JedisConnectionFactory jedis) {
            try (JedisConnections own = new JedisConnections(jedis, time)) {
                return examine(own.factory(servers), true, use, partial);
            }
        }
        return examine(factory, true, use, partial);
    }

    /** @param jvm whether the JVM resolves host names */
    private List<Finding> examine(RedisConnectionFactory own, boolean jvm, StoreUse use, boolean partial) {
        try {
            RedisDiagnosis diagnosis = new RedisDiagnosis(use);
            List<ServerState> servers = lookAtMasters(own, diagnosis, partial);
            diagnosis.compareClocks(servers);
            compareDatabases(servers.get(0), own, diagnosis, use);
            lookAtSentinels(own, diagnosis);
            if (jvm && RedisServers.configuration(factory) instanceof WithHostAndPort single) {
                diagnosis.lookAtHost(single.getHostName(), addressCacheSeconds());
            }
            if (RedisServers.JEDIS) {
                JedisConnections.poolSize(factory).ifPresent(diagnosis::lookAtPool);
            }
            return diagnosis.findings();
        } finally {
            Thread.interrupted(); // an interrupted thread cannot close connections
        }
    }

    /** How long the JVM keeps the address of a name; negative if until the JVM ends. */
    private static int addressCacheSeconds() {
        String set = Security.getProperty("networkaddress.cache.ttl");
        return set != null && set.matches("-?\\d{1,9}")
                ? Integer.parseInt(set)
                : Integer.getInteger("sun.net.inetaddr.ttl", JVM_ADDRESS_CACHE_SECONDS);
    }

    private List<ServerState> lookAtMasters(RedisConnectionFactory own, RedisDiagnosis diagnosis, boolean partial) {
        List<ServerState> looked = new ArrayList<>();
        @Nullable Exception failure = null;
        try (RedisConnection connection = own.getConnection()) {
            for (Map.Entry<String, Supplier<ServerState>> master :
                    masters(connection).entrySet()) {
                try {
                    ServerState state = master.getValue().get();
                    diagnosis.look(state);
                    looked.add(state);
                } catch (RuntimeException e) {
                    log.debug("Redis {} does not tell its state", master.getKey(), e);
                    failure = e;
                }
            }
        }
        if (looked.isEmpty() || (failure != null && !partial)) {
            throw new IllegalStateException("a Redis server does not answer", failure);
        }
        return looked;
    }

    /** The questions to the only server behind a connection, of no address, or to all masters of its cluster. */
    private Map<String, Supplier<ServerState>> masters(RedisConnection connection) {
        if (!(connection instanceof RedisClusterConnection cluster)) {
            RedisServerCommands commands = connection.serverCommands();
            return Map.of("", () -> state("", commands::info, commands::getConfig, commands::time));
        }
        RedisClusterServerCommands commands = cluster.serverCommands();
        return RedisServers.masters(cluster)
                .collect(Collectors.toMap(
                        RedisClusterNode::asString,
                        node -> () -> state(
                                node.asString(),
                                () -> commands.info(node),
                                name -> commands.getConfig(node, name),
                                () -> commands.time(node))));
    }

    private ServerState state(
            String address,
            Supplier<@Nullable Properties> info,
            Function<String, @Nullable Properties> config,
            Supplier<@Nullable Long> clock) {
        Properties told = unlessRefused(info);
        ClockDifference difference = new ClockDifference(Duration.ZERO, true);
        long requestedAt = time.nanoTime();
        try {
            difference = comparison.difference(Objects.requireNonNull(clock.get()), requestedAt);
        } catch (RuntimeException e) {
            log.debug("Redis {} does not tell its time", address, e);
        }
        return new ServerState(
                address,
                told,
                name -> unlessRefused(() -> config.apply(name)),
                difference.ahead(),
                difference.trusted());
    }

    /** An answer, or null if the server refuses it. */
    private static @Nullable Properties unlessRefused(Supplier<@Nullable Properties> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            if (ExplainedRedisException.says(e, REFUSAL)) {
                return null;
            }
            throw e;
        }
    }

    /** Finds other databases with the namespace. If the server refuses, this assumes that there are none. */
    private void compareDatabases(
            ServerState server, RedisConnectionFactory own, RedisDiagnosis diagnosis, StoreUse use) {
        OptionalInt database = RedisServers.reachedBy(factory).database();
        if (own == factory || database.isEmpty() || !server.isMaster()) {
            return;
        }
        List<String> others = server.databases()
                .filter(other -> other != database.getAsInt())
                .limit(MOST_DATABASES)
                .map(String::valueOf)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        RedisKeys keys = new RedisKeys(namespace);
        List<String> names = new ArrayList<>(keys.group(FIRST_GROUP));
        use.counters().forEach(counter -> names.addAll(keys.counter(counter)));
        try (RedisConnection connection = own.getConnection()) {
            List<?> answer = BlockingScriptRunner.answer(connection, DATABASES, names, others);
            diagnosis.compareDatabases(server, database.getAsInt(), new ScriptReply(answer).texts());
        } catch (RuntimeException e) {
            log.debug("Redis does not tell what is in other databases", e);
        }
    }

    /** Looks at what a sentinel knows of the master and of other sentinels, if there are any and one answers. */
    private void lookAtSentinels(RedisConnectionFactory own, RedisDiagnosis diagnosis) {
        if (!(RedisServers.configuration(factory) instanceof SentinelConfiguration sentinels)) {
            return;
        }
        String name = RedisServers.masterName(sentinels);
        try (RedisSentinelConnection sentinel = own.getSentinelConnection()) {
            sentinel.masters().stream()
                    .filter(server -> name.equals(server.getName()))
                    .findFirst()
                    .ifPresent(server -> {
                        Long downAfter = server.getDownAfterMilliseconds();
                        if (downAfter != null) {
                            diagnosis.lookAtSentinels(Duration.ofMillis(downAfter), leaseTtl);
                        }
                        Long others = server.getNumberOtherSentinels();
                        diagnosis.countSentinels(
                                others == null ? 0 : others + 1,
                                sentinels.getSentinels().size());
                    });
        } catch (IOException | RuntimeException e) {
            log.debug("no sentinel tells its settings", e);
        }
    }
}
