package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import io.lettuce.core.resource.ClientResources;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A server that returns under another address, as a container that is created anew. */
class MovedServerIntegrationTests {

    private static final String HOST = "redis.shop.test.";
    private static final int TEN_MINUTES = 600;

    @Test
    void serverIsFoundThoughTheNameServerAllowsTenMinutesOfTheFormerAddress() throws Exception {
        InetAddress nobody = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        try (RedisServer redis = RedisServer.running();
                NameServer names = new NameServer(nobody, TEN_MINUTES)) {
            AddressResolverGroup<?> fresh = FreshAddresses.by(new DnsNameResolverBuilder()
                    .nameServerProvider(new SingletonDnsServerAddressStreamProvider(names.address())));
            try (LettuceConnections connections = connections(redis.port(), fresh)) {
                assertThatThrownBy(() -> connections.factory().getConnection()).isInstanceOf(RuntimeException.class);
                names.name(InetAddress.getLoopbackAddress());
                Wait.until("a connection to the present address", () -> answers(connections));
            }
        }
    }

    @Test
    void onlyLettucesDefaultIsReplaced() {
        try (LettuceConnections alone = connections(1, null);
                LettuceConnections shared = connections(1, Driver.LETTUCE_THREADS.addressResolverGroup());
                LettuceConnections jvm = connections(1, DefaultAddressResolverGroup.INSTANCE)) {
            assertThat(hostNames(alone)).isSameAs(FreshAddresses.GROUP);
            assertThat(hostNames(shared)).isSameAs(FreshAddresses.GROUP);
            assertThat(hostNames(jvm)).isSameAs(DefaultAddressResolverGroup.INSTANCE);
            assertThat(jvm.resolvesWithJvm()).isTrue();
            assertThat(shared.resolvesWithJvm()).isFalse();
        }
    }

    private static @Nullable AddressResolverGroup<?> hostNames(LettuceConnections connections) {
        return connections
                .factory()
                .getClientConfiguration()
                .getClientResources()
                .map(ClientResources::addressResolverGroup)
                .orElse(null);
    }

    private static boolean answers(LettuceConnections connections) {
        try (RedisConnection connection = connections.factory().getConnection()) {
            return "PONG".equals(connection.ping());
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** @param hostNames what the application uses, null if it leaves Lettuce's threads to Spring */
    private static LettuceConnections connections(int port, @Nullable AddressResolverGroup<?> hostNames) {
        LettuceClientConfiguration.LettuceClientConfigurationBuilder client =
                LettuceClientConfiguration.builder().shutdownQuietPeriod(Duration.ZERO);
        Optional.ofNullable(hostNames)
                .map(group -> Driver.LETTUCE_THREADS
                        .mutate()
                        .addressResolverGroup(group)
                        .build())
                .ifPresent(client::clientResources);
        return LettuceConnections.like(
                        new LettuceConnectionFactory(new RedisStandaloneConfiguration(HOST, port), client.build()),
                        Duration.ofSeconds(1))
                .orElseThrow();
    }
}
