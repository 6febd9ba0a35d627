package dev.idgen.redis;

import java.util.Collection;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.ClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.DomainSocketConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.SentinelConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithDatabaseIndex;
import org.springframework.data.redis.connection.RedisConfiguration.WithHostAndPort;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.util.ClassUtils;

/**
 * The servers of a connection factory, and the properties that name them.
 *
 * @param addresses the readable addresses; empty if unknown
 * @param database the index of the database that connections select; empty if there is only one, or if unknown
 * @param properties the properties to check, for messages
 */
record RedisServers(String addresses, OptionalInt database, String properties) {

    static final boolean LETTUCE = isPresent("io.lettuce.core.RedisClient");
    static final boolean JEDIS = isPresent("redis.clients.jedis.Jedis");

    static final String SINGLE = "'spring.data.redis.host' and 'spring.data.redis.port', or 'spring.data.redis.url'";

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, RedisServers.class.getClassLoader());
    }

    /** The servers of a connection factory. */
    static RedisServers reachedBy(RedisConnectionFactory factory) {
        return of(configuration(factory));
    }

    /** The configuration of a connection factory; null if unknown. */
    static @Nullable RedisConfiguration configuration(RedisConnectionFactory factory) {
        RedisConfiguration servers = LETTUCE ? LettuceConnections.configuration(factory) : null;
        return servers == null && JEDIS ? JedisConnections.configuration(factory) : servers;
    }

    /** The servers of a configuration. For an unknown kind, only the properties of a single server. */
    static RedisServers of(@Nullable RedisConfiguration servers) {
        if (servers instanceof ClusterConfiguration cluster) {
            return new RedisServers(
                    " at " + shown(cluster.getClusterNodes()),
                    OptionalInt.empty(),
                    "'spring.data.redis.cluster.nodes'");
        }
        OptionalInt database = servers instanceof WithDatabaseIndex indexed
                ? OptionalInt.of(indexed.getDatabase())
                : OptionalInt.empty();
        if (servers instanceof SentinelConfiguration sentinel) {
            return new RedisServers(
                    " through the sentinels at " + shown(sentinel.getSentinels()),
                    database,
                    "'spring.data.redis.sentinel.nodes' and 'spring.data.redis.sentinel.master'");
        }
        if (servers instanceof DomainSocketConfiguration socket) {
            return new RedisServers(" at " + socket.getSocket(), database, "the connection factory's socket");
        }
        if (servers instanceof WithHostAndPort single) {
            return new RedisServers(" at " + single.getHostName() + ":" + single.getPort(), database, SINGLE);
        }
        return new RedisServers("", database, SINGLE);
    }

    /**
     * The master that sentinels have named, with the settings of their data nodes.
     *
     * @param address {@code host:port}, as a sentinel writes it
     */
    static RedisStandaloneConfiguration master(RedisSentinelConfiguration sentinels, String address) {
        int colon = address.lastIndexOf(':'); // an IPv6 address has several
        RedisNode node = new RedisNode(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        RedisStandaloneConfiguration server = single(node, sentinels.getUsername(), sentinels.getPassword());
        server.setDatabase(sentinels.getDatabase());
        return server;
    }

    /** A single server, its first database. */
    static RedisStandaloneConfiguration single(RedisNode node, @Nullable String username, RedisPassword password) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(
                Objects.requireNonNull(node.getHost()), node.getPortOr(RedisNode.DEFAULT_PORT));
        server.setUsername(username);
        server.setPassword(password);
        return server;
    }

    /** The name that sentinels have for their master. */
    static String masterName(SentinelConfiguration sentinels) {
        return Objects.requireNonNull(
                Objects.requireNonNull(sentinels.getMaster()).getName());
    }

    /** Those masters of a cluster that have slots. */
    static Stream<RedisClusterNode> masters(RedisClusterConnection connection) {
        return StreamSupport.stream(connection.clusterGetNodes().spliterator(), false)
                .filter(node ->
                        node.isMaster() && !node.getSlotRange().getSlots().isEmpty());
    }

    private static String shown(Collection<RedisNode> nodes) {
        return nodes.stream().map(RedisNode::asString).sorted().collect(Collectors.joining(", "));
    }

    /** Where idgen's keys are, for the log. */
    String place() {
        String index = database.isPresent() ? ", database " + database.getAsInt() : "";
        return ("redis" + addresses + index).trim();
    }

    /** The advice if Redis is unreachable. */
    String advice() {
        return "Redis cannot be reached" + addresses + ": check " + properties + ", and that it runs"
                + (isPresent("org.springframework.test.context.TestContext")
                        ? "; in a test, @AutoConfigureIdgen makes ids without Redis"
                        : "");
    }
}
