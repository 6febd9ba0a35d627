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
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.DnsResolver;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
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
    private static final Duration JUDGE_TIMEOUT = Duration.ofSeconds(1);
    private static final int OWN_THREADS = 2;
    private static final NettyCustomizer NOTHING = new NettyCustomizer() {};

    /**
     * The field of {@link LettuceConnectionFactory} with the servers. Getters cannot replace it: none returns a static
     * master with replicas, for which the getter for a single server returns {@code localhost}.
     */
    static final String CONFIGURATION_FIELD = "configuration";

    private final LettuceConnectionFactory factory;
    private final ClientResources resources;
    private final RedisConfiguration servers;
    private final List<RedisURI> sentinels;

    /** Asks sentinels, or the masters of a cluster. */
    private final RedisClient judges;

    /** Connects to the master that sentinels have named; null before that, and without sentinels. */
    private @Nullable LettuceConnectionFactory toMaster;

    private LettuceConnections(
            RedisConfiguration servers, LettuceClientConfiguration original, Duration requestTimeout) {
        this.servers = servers;
        Duration commandTimeout = Collections.max(List.of(requestTimeout.multipliedBy(2), MIN_COMMAND_TIMEOUT));
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
                .nettyCustomizer(new SilenceLimit(
                        others.map(ClientResources::nettyCustomizer).orElse(NOTHING), commandTimeout.multipliedBy(2)))
                .build();
        this.judges = RedisClient.create(resources);
        judges.setOptions(failFast(original.getClientOptions().orElseGet(ClientOptions::create), JUDGE_TIMEOUT)
                .mutate()
                .autoReconnect(false)
                .build());
        this.factory = new LettuceConnectionFactory(servers, failFast(original, commandTimeout));
        factory.afterPropertiesSet();
        factory.start();
        this.sentinels = servers instanceof RedisSentinelConfiguration known ? sentinels(known) : List.of();
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

    RedisConfiguration servers() {
        return servers;
    }

    private List<RedisURI> sentinels(RedisSentinelConfiguration servers) {
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
        return addresses;
    }

    /** The sentinels, or those masters of a cluster that have slots, as far as a connection knows them. */
    @SuppressWarnings("deprecation") // nothing else leads from commands to their connection
    List<RedisURI> judges(@Nullable RedisClusterAsyncCommands<?, ?> connection) {
        return connection instanceof RedisAdvancedClusterAsyncCommands<?, ?> cluster
                ? cluster.getStatefulConnection().getPartitions().stream()
                        .filter(node -> node.getRole().isUpstream() && !node.hasNoSlots())
                        .map(RedisClusterNode::getUri)
                        .toList()
                : sentinels;
    }

    /** @param masterName the name that sentinels have for the master; empty in a cluster */
    RedisJudge judge(RedisURI address, String masterName) {
        return new LettuceJudge(judges, address, masterName);
    }

    /**
     * A started factory of new connections, which replace the former ones.
     *
     * @param master the address of the master that sentinels have named; empty without sentinels
     */
    synchronized LettuceConnectionFactory to(String master) {
        if (!(servers instanceof RedisSentinelConfiguration known)) {
            factory.resetConnection();
            return factory;
        }
        LettuceConnectionFactory next =
                new LettuceConnectionFactory(RedisServers.master(known, master), factory.getClientConfiguration());
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
        Duration connectTimeout = Collections.min(List.of(sockets.getConnectTimeout(), CONNECT_TIMEOUT));
        return ClusterClientOptions.builder(original)
                .topologyRefreshOptions(refreshOnFailure(
                        original instanceof ClusterClientOptions cluster
                                ? cluster.getTopologyRefreshOptions()
                                : ClusterTopologyRefreshOptions.create()))
                .autoReconnect(true)
                // A replayed request may run twice, and no caller waits for its answer any more.
                .replayFilter(command -> true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets.mutate().connectTimeout(connectTimeout).build())
                .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
                .build();
    }

    @SuppressWarnings("deprecation") // newer versions of Lettuce enable all triggers, older ones none
    private static ClusterTopologyRefreshOptions refreshOnFailure(ClusterTopologyRefreshOptions original) {
        return ClusterTopologyRefreshOptions.builder()
                .enableAdaptiveRefreshTrigger(RefreshTrigger.values())
                .adaptiveRefreshTriggersTimeout(TOPOLOGY_REFRESH_PAUSE)
                .dynamicRefreshSources(original.useDynamicRefreshSources())
                .closeStaleConnections(original.isCloseStaleConnections())
                // No trigger fires when a node falls silent without closing its connections.
                .enablePeriodicRefresh(
                        original.isPeriodicRefreshEnabled() ? original.getRefreshPeriod() : TOPOLOGY_REFRESH_PERIOD)
                .build();
    }
}
