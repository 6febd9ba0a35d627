package dev.idgen.redis;

import static io.lettuce.core.resource.DefaultClientResources.DEFAULT_ADDRESS_RESOLVER_GROUP;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.DnsResolver;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;
import org.springframework.util.ReflectionUtils;

/**
 * A connection factory with the servers, credentials, encryption and event loops of the application's, but one that
 * fails fast.
 *
 * <p>The application's factory suits its data. Its commands may queue for a minute while a server is away, and it may
 * take half a minute to reconnect. A cluster client without topology refresh keeps asking a dead master. A lease needs
 * a quick answer from any server. So this factory refuses commands while there is no connection, limits their time, and
 * reconnects at a steady pace. Failures refresh its view of the cluster.
 */
final class LettuceConnections implements AutoCloseable {

    private static final Duration RECONNECT_DELAY = Duration.ofMillis(100);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TOPOLOGY_REFRESH_PAUSE = Duration.ofSeconds(1);
    private static final Duration TOPOLOGY_REFRESH_PERIOD = Duration.ofSeconds(10);
    private static final Duration MIN_COMMAND_TIMEOUT = Duration.ofSeconds(1);
    private static final int OWN_THREADS = 2;

    /**
     * The field of {@link LettuceConnectionFactory} with the servers. Getters cannot replace it: none returns a static
     * master with replicas, for which the getter for a single server returns {@code localhost}.
     */
    static final String CONFIGURATION_FIELD = "configuration";

    private final LettuceConnectionFactory factory;
    private final ClientResources resources;
    private final RedisServers servers;

    /** Asks sentinels, or the masters of a cluster. Its connections are replaced once they have failed. */
    private final RedisClient judges;

    /** Connects to the master that sentinels have named; null before that, and without sentinels. */
    private @Nullable LettuceConnectionFactory toMaster;

    private final Map<RedisURI, LettuceJudge<?>> masters = new ConcurrentHashMap<>();

    private LettuceConnections(
            RedisConfiguration servers, LettuceClientConfiguration original, Duration requestTimeout) {
        this.servers = RedisServers.of(servers);
        Optional<ClientResources> others = original.getClientResources();
        SocketAddressResolver addresses = others.map(ClientResources::socketAddressResolver)
                .orElseGet(() -> SocketAddressResolver.create(DnsResolver.unresolved()));
        this.resources = others.map(LettuceConnections::sharing)
                .orElseGet(() -> DefaultClientResources.builder()
                        .ioThreadPoolSize(OWN_THREADS)
                        .computationThreadPoolSize(OWN_THREADS))
                .addressResolverGroup(hostNames(others))
                .socketAddressResolver(addresses)
                .reconnectDelay(Delay.constant(RECONNECT_DELAY))
                .build();
        Duration doubled = requestTimeout.multipliedBy(2);
        Duration commandTimeout = doubled.compareTo(MIN_COMMAND_TIMEOUT) < 0 ? MIN_COMMAND_TIMEOUT : doubled;
        this.judges = RedisClient.create(resources);
        judges.setOptions(failFast(original.getClientOptions().orElseGet(ClientOptions::create), commandTimeout)
                .mutate()
                .autoReconnect(false)
                .build());
        this.factory = new LettuceConnectionFactory(servers, failFast(original, commandTimeout));
        factory.afterPropertiesSet();
        factory.start();
    }

    /** Returns empty if the factory does not reveal its servers. */
    static Optional<LettuceConnections> like(RedisConnectionFactory factory, Duration requestTimeout) {
        RedisConfiguration servers = configuration(factory);
        return servers == null
                ? Optional.empty()
                : Optional.of(new LettuceConnections(
                        servers, ((LettuceConnectionFactory) factory).getClientConfiguration(), requestTimeout));
    }

    /** The servers of a Lettuce factory; null for other drivers, or if the field is not readable. */
    static @Nullable RedisConfiguration configuration(RedisConnectionFactory factory) {
        Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, CONFIGURATION_FIELD);
        if (field == null || !(factory instanceof LettuceConnectionFactory)) {
            return null;
        }
        try {
            ReflectionUtils.makeAccessible(field);
            return (RedisConfiguration) ReflectionUtils.getField(field, factory);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** A started factory that connects on first use, and again after {@code resetConnection}. */
    LettuceConnectionFactory factory() {
        return factory;
    }

    /** What resolves host names: what the application chose, else what finds a server under another address. */
    private static AddressResolverGroup<?> hostNames(Optional<ClientResources> others) {
        AddressResolverGroup<?> chosen =
                others.map(ClientResources::addressResolverGroup).orElse(DEFAULT_ADDRESS_RESOLVER_GROUP);
        return chosen == DEFAULT_ADDRESS_RESOLVER_GROUP && !isJvm(chosen) ? FreshAddresses.GROUP : chosen;
    }

    private static boolean isJvm(AddressResolverGroup<?> hostNames) {
        return hostNames == DefaultAddressResolverGroup.INSTANCE;
    }

    /** Whether the JVM resolves host names, as it does for Lettuce 6.6 without {@code netty-resolver-dns}. */
    boolean resolvesWithJvm() {
        return isJvm(resources.addressResolverGroup());
    }

    /** The servers, for messages. */
    RedisServers servers() {
        return servers;
    }

    /** The sentinels; empty if there are none. */
    List<LettuceJudge<?>> sentinels() {
        RedisSentinelConfiguration servers = factory.getSentinelConfiguration();
        if (servers == null) {
            return List.of();
        }
        String master = Objects.requireNonNull(
                Objects.requireNonNull(servers.getMaster()).getName());
        LettuceClientConfiguration settings = factory.getClientConfiguration();
        List<RedisURI> addresses =
                LettuceConverters.sentinelConfigurationToRedisURI(servers).getSentinels();
        addresses.forEach(address -> {
            settings.getClientName().ifPresent(address::setClientName);
            address.setSsl(settings.isUseSsl());
            address.setVerifyPeer(settings.getVerifyMode());
            address.setStartTls(settings.isStartTls());
            address.setTimeout(CONNECT_TIMEOUT);
            settings.getRedisCredentialsProviderFactory()
                    .ifPresent(credentials ->
                            address.setCredentialsProvider(credentials.createSentinelCredentialsProvider(servers)));
        });
        return addresses.stream()
                .<LettuceJudge<?>>map(address -> LettuceJudge.sentinel(judges, address, master))
                .toList();
    }

    /** Those masters of a cluster that have slots, as far as a connection knows them. */
    List<LettuceJudge<?>> masters(StatefulRedisClusterConnection<?, ?> cluster) {
        return cluster.getPartitions().stream()
                .filter(node -> node.getRole().isUpstream() && !node.hasNoSlots())
                .<LettuceJudge<?>>map(node ->
                        masters.computeIfAbsent(node.getUri(), address -> LettuceJudge.clusterMaster(judges, address)))
                .toList();
    }

    /** A started factory of connections to the master at an address. It replaces the former one. */
    synchronized LettuceConnectionFactory to(String master) {
        RedisStandaloneConfiguration server =
                RedisServers.master(Objects.requireNonNull(factory.getSentinelConfiguration()), master);
        LettuceConnectionFactory next = new LettuceConnectionFactory(server, factory.getClientConfiguration());
        next.afterPropertiesSet();
        next.start();
        LettuceConnectionFactory former = toMaster;
        toMaster = next;
        if (former != null) {
            former.destroy();
        }
        return next;
    }

    @Override
    public synchronized void close() {
        if (toMaster != null) {
            toMaster.destroy();
        }
        judges.shutdownAsync(0, 0, TimeUnit.SECONDS);
        factory.destroy();
        resources.shutdown();
    }

    /** A builder of resources that share everything with others, and never shut it down. */
    private static ClientResources.Builder sharing(ClientResources others) {
        return DefaultClientResources.builder()
                .eventLoopGroupProvider(others.eventLoopGroupProvider())
                .eventExecutorGroup(others.eventExecutorGroup())
                .timer(others.timer())
                .eventBus(others.eventBus())
                .nettyCustomizer(others.nettyCustomizer())
                .commandLatencyRecorder(others.commandLatencyRecorder())
                .tracing(others.tracing());
    }

    /**
     * The application's settings, changed to fail fast. Scripts write, so they go to masters even if the application
     * reads from replicas.
     */
    private LettuceClientConfiguration failFast(LettuceClientConfiguration original, Duration commandTimeout) {
        ClientOptions options = original.getClientOptions().orElseGet(ClientOptions::create);
        LettuceClientConfigurationBuilder own = LettuceClientConfiguration.builder()
                .clientResources(resources)
                .clientOptions(failFast(options, commandTimeout))
                .commandTimeout(commandTimeout)
                .shutdownTimeout(original.getShutdownTimeout())
                .shutdownQuietPeriod(Duration.ZERO);
        original.getClientName().ifPresent(own::clientName);
        original.getRedisCredentialsProviderFactory().ifPresent(own::redisCredentialsProviderFactory);
        if (original.isUseSsl()) {
            LettuceSslClientConfigurationBuilder ssl = own.useSsl().verifyPeer(original.getVerifyMode());
            if (original.isStartTls()) {
                ssl.startTls();
            }
        }
        return own.build();
    }

    private static ClientOptions failFast(ClientOptions original, Duration commandTimeout) {
        SocketOptions sockets = original.getSocketOptions();
        Duration connectTimeout = sockets.getConnectTimeout().compareTo(CONNECT_TIMEOUT) < 0
                ? sockets.getConnectTimeout()
                : CONNECT_TIMEOUT;
        ClusterTopologyRefreshOptions refresh = original instanceof ClusterClientOptions cluster
                ? refreshOnFailure(cluster.getTopologyRefreshOptions())
                : refreshOnFailure(null);
        return ClusterClientOptions.builder(original)
                .topologyRefreshOptions(refresh)
                .autoReconnect(true)
                // A replayed request may run twice, and no caller waits for its answer any more.
                .replayFilter(command -> true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets.mutate().connectTimeout(connectTimeout).build())
                .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
                .build();
    }

    @SuppressWarnings("deprecation") // newer versions of Lettuce enable all triggers, older ones none
    private static ClusterTopologyRefreshOptions refreshOnFailure(@Nullable ClusterTopologyRefreshOptions original) {
        ClusterTopologyRefreshOptions.Builder builder = ClusterTopologyRefreshOptions.builder()
                .enableAdaptiveRefreshTrigger(RefreshTrigger.values())
                .adaptiveRefreshTriggersTimeout(TOPOLOGY_REFRESH_PAUSE)
                // No trigger fires when a node falls silent without closing its connections.
                .enablePeriodicRefresh(TOPOLOGY_REFRESH_PERIOD);
        if (original != null) {
            builder.dynamicRefreshSources(original.useDynamicRefreshSources())
                    .closeStaleConnections(original.isCloseStaleConnections());
            if (original.isPeriodicRefreshEnabled()) {
                builder.enablePeriodicRefresh(original.getRefreshPeriod());
            }
        }
        return builder.build();
    }
}
