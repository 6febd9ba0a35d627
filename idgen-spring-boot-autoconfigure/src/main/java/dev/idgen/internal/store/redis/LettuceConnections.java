package dev.idgen.internal.store.redis;

import dev.idgen.internal.time.TimeSource;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.DnsResolver;
import io.lettuce.core.resource.SocketAddressResolver;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.NamedNode;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.util.ReflectionUtils;

/**
 * A connection factory that reaches the same servers as the application's, with the same credentials, encryption and
 * event loops, but fails fast.
 *
 * <p>The application's factory is made for its data: its commands may queue for a minute while a server is away, a lost
 * connection is retried after up to half a minute, and a cluster client that was not told to look for a new master keeps
 * asking the dead one. A lease is wanted from whoever answers soon, so here commands are refused while there is no
 * connection, time out, reconnect at a steady pace, and failures refresh the view of the cluster.
 */
final class LettuceConnections implements AutoCloseable {

    private static final Duration RECONNECT_DELAY = Duration.ofMillis(100);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TOPOLOGY_REFRESH_PAUSE = Duration.ofSeconds(1);
    private static final Duration TOPOLOGY_REFRESH_PERIOD = Duration.ofSeconds(10);
    private static final Duration MIN_COMMAND_TIMEOUT = Duration.ofSeconds(1);
    private static final int OWN_THREADS = 2;

    /**
     * The field of {@link LettuceConnectionFactory} with the servers. There is no getter for a static master with replicas, and
     * the getter for a single server then returns another one, {@code localhost}; so getters cannot replace the field.
     */
    static final String CONFIGURATION_FIELD = "configuration";

    private final LettuceConnectionFactory factory;
    private final ClientResources resources;
    private final @Nullable MasterResolver resolver;
    private final RedisServers servers;

    private LettuceConnections(
            RedisConfiguration servers, LettuceClientConfiguration original, Duration requestTimeout) {
        this.servers = RedisServers.of(servers);
        Optional<ClientResources> others = original.getClientResources();
        SocketAddressResolver addresses = others.map(ClientResources::socketAddressResolver)
                .orElseGet(() -> SocketAddressResolver.create(DnsResolver.unresolved()));
        this.resolver =
                servers instanceof RedisSentinelConfiguration sentinel ? new MasterResolver(addresses, sentinel) : null;
        this.resources = others.map(LettuceConnections::sharing)
                .orElseGet(() -> DefaultClientResources.builder()
                        .ioThreadPoolSize(OWN_THREADS)
                        .computationThreadPoolSize(OWN_THREADS))
                .socketAddressResolver(resolver == null ? addresses : resolver)
                .reconnectDelay(Delay.constant(RECONNECT_DELAY))
                .build();
        Duration doubled = requestTimeout.multipliedBy(2);
        Duration commandTimeout = doubled.compareTo(MIN_COMMAND_TIMEOUT) < 0 ? MIN_COMMAND_TIMEOUT : doubled;
        this.factory = new LettuceConnectionFactory(servers, new FailFastSettings(original, resources, commandTimeout));
        factory.afterPropertiesSet();
        factory.start();
    }

    /** Returns nothing if the factory's servers cannot be read from it. */
    static Optional<LettuceConnections> like(RedisConnectionFactory factory, Duration requestTimeout) {
        if (!(factory instanceof LettuceConnectionFactory original)) {
            return Optional.empty();
        }
        return servers(original)
                .map(servers -> new LettuceConnections(servers, original.getClientConfiguration(), requestTimeout));
    }

    /** The sentinels of a factory of Lettuce's, if it has any. */
    static @Nullable RedisSentinelConfiguration sentinels(RedisConnectionFactory factory) {
        return factory instanceof LettuceConnectionFactory lettuce ? lettuce.getSentinelConfiguration() : null;
    }

    private static Optional<RedisConfiguration> servers(LettuceConnectionFactory factory) {
        Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, CONFIGURATION_FIELD);
        if (field == null) {
            return Optional.empty();
        }
        try {
            ReflectionUtils.makeAccessible(field);
            return Optional.ofNullable((RedisConfiguration) ReflectionUtils.getField(field, factory));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** A started factory that connects on first use, and again after {@code resetConnection}. */
    LettuceConnectionFactory factory() {
        return factory;
    }

    /** Which servers connections lead to, for messages. */
    RedisServers servers() {
        return servers;
    }

    /** See {@link ScriptRunner#databasesWith}. */
    Set<Integer> databasesWith(List<String> keys, Set<Integer> databases) {
        // Sentinels would tell the resolver of a master that the connection of scripts does not lead to.
        if (resolver != null || !(factory.getRequiredNativeClient() instanceof RedisClient client)) {
            return Set.of();
        }
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisCommands<String, String> commands = connection.sync();
            Set<Integer> found = new TreeSet<>();
            for (int database : databases) {
                commands.select(database);
                if (commands.exists(keys.toArray(String[]::new)) > 0) {
                    found.add(database);
                }
            }
            return found;
        }
    }

    /**
     * Makes a watch of the sentinels, if the servers have any. It does not begin by itself.
     *
     * @param reader is told which server is master, see {@link #leadTo}
     */
    Optional<SentinelWatch> watch(TimeSource time, SentinelWatch.Reader reader) {
        RedisSentinelConfiguration servers = factory.getSentinelConfiguration();
        if (servers == null) {
            return Optional.empty();
        }
        RedisClient client = (RedisClient) factory.getRequiredNativeClient();
        NamedNode master = Objects.requireNonNull(servers.getMaster());
        return Optional.of(new SentinelWatch(client, Objects.requireNonNull(master.getName()), time, reader));
    }

    /** Whether connections lead to the server that a sentinel named, as far as is known. */
    boolean leadTo(InetSocketAddress master) {
        InetSocketAddress present = resolver == null ? null : resolver.master();
        return present == null
                || present.equals(master)
                // Some sentinels may be set to tell names, and others not.
                || resolved(present).equals(resolved(master));
    }

    private static InetSocketAddress resolved(InetSocketAddress address) {
        return new InetSocketAddress(address.getHostString(), address.getPort());
    }

    @Override
    public void close() {
        factory.destroy();
        resources.shutdown();
    }

    /** Resources that use, and never shut down, everything of others, except what is set afterwards. */
    private static ClientResources.Builder sharing(ClientResources others) {
        return DefaultClientResources.builder()
                .eventLoopGroupProvider(others.eventLoopGroupProvider())
                .eventExecutorGroup(others.eventExecutorGroup())
                .timer(others.timer())
                .eventBus(others.eventBus())
                .nettyCustomizer(others.nettyCustomizer())
                .addressResolverGroup(others.addressResolverGroup())
                .commandLatencyRecorder(others.commandLatencyRecorder())
                .tracing(others.tracing());
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
                // A request sent again may be carried out twice, and nobody waits for its answer any more.
                .replayFilter(command -> true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets.mutate().connectTimeout(connectTimeout).build())
                .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
                .build();
    }

    @SuppressWarnings("deprecation") // newer versions of Lettuce have all triggers on, older ones none
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

    /** The application's settings, except for those that must fail fast. */
    private static final class FailFastSettings implements LettuceClientConfiguration {

        private final LettuceClientConfiguration original;
        private final ClientResources resources;
        private final Duration commandTimeout;

        FailFastSettings(LettuceClientConfiguration original, ClientResources resources, Duration commandTimeout) {
            this.original = original;
            this.resources = resources;
            this.commandTimeout = commandTimeout;
        }

        @Override
        public Optional<ClientResources> getClientResources() {
            return Optional.of(resources);
        }

        @Override
        public Optional<ClientOptions> getClientOptions() {
            return Optional.of(failFast(original.getClientOptions().orElseGet(ClientOptions::create), commandTimeout));
        }

        @Override
        public Duration getCommandTimeout() {
            return commandTimeout;
        }

        /** Scripts write, so they must go to masters whatever the application reads from. */
        @Override
        public Optional<ReadFrom> getReadFrom() {
            return Optional.empty();
        }

        @Override
        public boolean isUseSsl() {
            return original.isUseSsl();
        }

        @Override
        @SuppressWarnings("deprecation") // older versions of Spring Data Redis ask this, newer ones getVerifyMode
        public boolean isVerifyPeer() {
            return original.isVerifyPeer();
        }

        @Override
        public SslVerifyMode getVerifyMode() {
            return original.getVerifyMode();
        }

        @Override
        public boolean isStartTls() {
            return original.isStartTls();
        }

        @Override
        public Optional<String> getClientName() {
            return original.getClientName();
        }

        @Override
        public Optional<RedisCredentialsProviderFactory> getRedisCredentialsProviderFactory() {
            return original.getRedisCredentialsProviderFactory();
        }

        @Override
        public Duration getShutdownTimeout() {
            return original.getShutdownTimeout();
        }

        @Override
        public Duration getShutdownQuietPeriod() {
            return Duration.ZERO;
        }
    }
}
