package dev.idgen.redis;

import io.lettuce.core.resource.Transports;
import io.netty.channel.socket.SocketChannel;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;

/**
 * Resolves host names for Lettuce, and keeps what it found for at most a second.
 *
 * <p>By default, Lettuce keeps an address for as long as its DNS record allows, which is ten minutes in Docker. It does
 * so even if the address refuses connections, so it would not find a server that returned under another address.
 *
 * <p>Only for applications with {@code netty-resolver-dns}; Lettuce needs it from version 6.8 on.
 */
final class FreshAddresses {

    private static final int MAX_SECONDS = 1;

    /** Stays open, as Lettuce's default does: netty closes what belongs to an event loop together with it. */
    static final AddressResolverGroup<?> GROUP = by(new DnsNameResolverBuilder());

    private FreshAddresses() {}

    static AddressResolverGroup<?> by(DnsNameResolverBuilder builder) {
        return new DnsAddressResolverGroup(builder.datagramChannelType(Transports.datagramChannelClass())
                .socketChannelType(Transports.socketChannelClass().asSubclass(SocketChannel.class))
                .ttl(0, MAX_SECONDS)
                .negativeTtl(MAX_SECONDS));
    }
}
