package dev.idgen.internal.store.redis;

import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.ClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.DomainSocketConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.SentinelConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithHostAndPort;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.util.ClassUtils;

/**
 * The servers that connections are made to, and the properties that name them.
 *
 * @param addresses for people to read; empty if they are not known
 * @param properties what to check, for people to read
 */
record RedisServers(String addresses, String properties) {

    static final String SINGLE = "'spring.data.redis.host' and 'spring.data.redis.port', or 'spring.data.redis.url'";

    private static final String IN_TESTS = ClassUtils.isPresent("org.springframework.test.context.TestContext", null)
            ? "; in a test, @AutoConfigureIdgen makes ids without Redis"
            : "";

    /** Those of a configuration; of another kind, only the properties of a single server. */
    static RedisServers of(@Nullable RedisConfiguration servers) {
        if (servers instanceof ClusterConfiguration cluster) {
            return new RedisServers(" at " + shown(cluster.getClusterNodes()), "'spring.data.redis.cluster.nodes'");
        }
        if (servers instanceof SentinelConfiguration sentinel) {
            return new RedisServers(
                    " through the sentinels at " + shown(sentinel.getSentinels()),
                    "'spring.data.redis.sentinel.nodes' and 'spring.data.redis.sentinel.master'");
        }
        if (servers instanceof DomainSocketConfiguration socket) {
            return new RedisServers(" at " + socket.getSocket(), "the connection factory's socket");
        }
        if (servers instanceof WithHostAndPort single) {
            return new RedisServers(" at " + single.getHostName() + ":" + single.getPort(), SINGLE);
        }
        return new RedisServers("", SINGLE);
    }

    private static String shown(Collection<RedisNode> nodes) {
        return nodes.stream().map(RedisNode::asString).sorted().collect(Collectors.joining(", "));
    }

    /** What to do if they cannot be reached. */
    String advice() {
        return "Redis cannot be reached" + addresses + ": check " + properties + ", and that it runs" + IN_TESTS;
    }
}
