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
 * Resolves addresses as another resolver does and remembers which master the sentinels gave to Lettuce when it last
 * connected. The address of the connection itself would not do: behind a proxy, a mapped address or a name with several
 * addresses it is not what sentinels say.
 *
 * <p>Thread-safe.
 */
final class MasterResolver extends SocketAddressResolver {

    private final SocketAddressResolver original;
    private final Set<InetSocketAddress> sentinels;
    private volatile @Nullable InetSocketAddress master;

    MasterResolver(SocketAddressResolver original, RedisSentinelConfiguration servers) {
        this.original = original;
        // Written as Lettuce will ask for them.
        this.sentinels = LettuceConverters.sentinelConfigurationToRedisURI(servers).getSentinels().stream()
                .map(sentinel -> address(sentinel.getHost(), sentinel.getPort()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public SocketAddress resolve(RedisURI uri) {
        if (uri.getHost() != null) {
            InetSocketAddress asked = address(uri.getHost(), uri.getPort());
            if (!sentinels.contains(asked)) {
                master = asked;
            }
        }
        return original.resolve(uri);
    }

    /** Returns the master that Lettuce last set out for, as a sentinel wrote it, or null before the first time. */
    @Nullable
    InetSocketAddress master() {
        return master;
    }

    private static InetSocketAddress address(String host, int port) {
        return InetSocketAddress.createUnresolved(host, port);
    }
}
