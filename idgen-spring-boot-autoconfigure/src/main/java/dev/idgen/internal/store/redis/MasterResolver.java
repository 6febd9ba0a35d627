package dev.idgen.internal.store.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.SocketAddressResolver;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;

/**
 * Delegates to another resolver, and remembers the master that sentinels named for Lettuce's last connection. The
 * connection's own address may differ from that: behind a proxy, with a mapped address, or with a name of several
 * addresses.
 *
 * <p>Thread-safe.
 */
final class MasterResolver extends SocketAddressResolver {

    private final SocketAddressResolver original;
    private final Set<InetSocketAddress> sentinels;
    private volatile @Nullable InetSocketAddress master;

    MasterResolver(SocketAddressResolver original, RedisSentinelConfiguration servers) {
        this.original = original;
        // In the form in which Lettuce asks for them.
        this.sentinels = LettuceConverters.sentinelConfigurationToRedisURI(servers).getSentinels().stream()
                .map(sentinel -> address(sentinel.getHost(), sentinel.getPort()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public SocketAddress resolve(RedisURI uri) {
        if (uri.getHost() != null) {
            InetSocketAddress target = address(uri.getHost(), uri.getPort());
            if (!sentinels.contains(target)) {
                master = target;
            }
        }
        return original.resolve(uri);
    }

    /** Returns the master that Lettuce last tried to reach, as a sentinel wrote it; null before the first attempt. */
    @Nullable
    InetSocketAddress master() {
        return master;
    }

    private static InetSocketAddress address(String host, int port) {
        return InetSocketAddress.createUnresolved(host, port);
    }
}
