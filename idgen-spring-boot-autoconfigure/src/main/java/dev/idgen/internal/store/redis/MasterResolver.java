package dev.idgen.internal.store.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.SocketAddressResolver;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
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
    private volatile String master = "";
    private final AtomicReference<@Nullable RedisURI> preferred = new AtomicReference<>();

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
            if (!sentinels.contains(address(uri.getHost(), uri.getPort()))) {
                RedisURI better = preferred.getAndSet(null);
                RedisURI target = better == null ? uri : better;
                master = target.getHost() + ":" + target.getPort();
                return original.resolve(target);
            }
        }
        return original.resolve(uri);
    }

    /** The master that Lettuce last tried to reach, as a sentinel wrote it; empty before the first attempt. */
    String master() {
        return master;
    }

    /** Connects to a master that a majority has named next, because the first sentinel may not know it. */
    void prefer(String named) {
        int colon = named.lastIndexOf(':');
        preferred.set(RedisURI.create(named.substring(0, colon), Integer.parseInt(named.substring(colon + 1))));
    }

    private static InetSocketAddress address(String host, int port) {
        return InetSocketAddress.createUnresolved(host, port);
    }
}
