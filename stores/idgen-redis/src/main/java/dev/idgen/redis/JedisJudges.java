package dev.idgen.redis;

import dev.idgen.store.BlockingCalls;
import dev.idgen.store.Clocks;
import dev.idgen.store.MasterWatch.Judge;
import dev.idgen.store.MasterWatch.Judgement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Connects through Jedis to single servers: to sentinels, or the masters of a cluster, to ask them who is the master,
 * and to the master that sentinels name. Its threads are its own. Thread-safe.
 */
final class JedisJudges implements AutoCloseable {

    /** All sentinels, and as many masters at a time. */
    private static final int THREADS = 8;

    private final JedisConnectionFactory original;
    private final @Nullable RedisSentinelConfiguration sentinels;
    private final @Nullable RedisClusterConfiguration cluster;
    private final BlockingCalls calls;
    private final Map<String, JedisConnectionFactory> factories = new ConcurrentHashMap<>();
    private final Map<RedisNode, Asked> asked = new ConcurrentHashMap<>();
    private volatile List<RedisNode> masters = List.of();

    /** A sentinel, or a master of a cluster. While it has not answered, it is not asked again. */
    private record Asked(RedisNode node, JedisJudges by, AtomicBoolean busy) implements Judge {

        @Override
        public CompletionStage<Judgement> ask() {
            if (busy.getAndSet(true)) {
                return CompletableFuture.failedFuture(new IllegalStateException("has not answered"));
            }
            return by.calls
                    .<Judgement>call(() -> {
                        try (RedisConnection connection = by.connect(by.server(node))) {
                            return by.judgement(connection);
                        }
                    })
                    .whenComplete((judgement, failure) -> busy.set(false));
        }

        @Override
        public String toString() {
            return node.asString();
        }
    }

    private JedisJudges(JedisConnectionFactory original, Clocks time) {
        this.original = original;
        this.sentinels = original.getSentinelConfiguration();
        this.cluster = original.getClusterConfiguration();
        this.calls = new BlockingCalls("idgen-redis-watch", THREADS, time);
    }

    /** Returns null without Sentinel or Redis Cluster. */
    static @Nullable JedisJudges of(JedisConnectionFactory factory, Clocks time) {
        return factory.isRedisSentinelAware() || factory.isRedisClusterAware() ? new JedisJudges(factory, time) : null;
    }

    MasterConfirmation confirmation(Clocks time, Consumer<String> replaced) {
        return new MasterConfirmation(cluster != null, this::judges, time, replaced);
    }

    boolean inCluster() {
        return cluster != null;
    }

    /** Notes the masters that a connection to the cluster knows. */
    void look(RedisConnection connection) {
        if (connection instanceof RedisClusterConnection known) {
            List<RedisNode> found = new ArrayList<>();
            known.clusterGetNodes().forEach(node -> {
                if (node.isMaster() && !node.getSlotRange().getSlots().isEmpty()) {
                    found.add(RedisNode.newRedisNode()
                            .listeningAt(Objects.requireNonNull(node.getHost()), Objects.requireNonNull(node.getPort()))
                            .build());
                }
            });
            masters = List.copyOf(found);
        }
    }

    /** Connects to the master at an address. */
    RedisConnection connect(String address) {
        return connect(RedisServers.master(Objects.requireNonNull(sentinels), address));
    }

    private List<Asked> judges() {
        return (sentinels == null ? masters : sentinels.getSentinels())
                .stream()
                        .map(node -> asked.computeIfAbsent(node, any -> new Asked(node, this, new AtomicBoolean())))
                        .toList();
    }

    private Judgement judgement(RedisConnection connection) {
        if (sentinels == null) {
            return ClusterView.of(texts(connection, "CLUSTER", "NODES").get(0));
        }
        String name = Objects.requireNonNull(
                Objects.requireNonNull(sentinels.getMaster()).getName());
        // In this order: if a failover comes in between, the earlier details go with the new address.
        List<String> details = texts(connection, "SENTINEL", "MASTER", name);
        List<String> address = texts(connection, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", name);
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i + 1 < details.size(); i += 2) {
            byName.put(details.get(i), details.get(i + 1));
        }
        return address.isEmpty() ? new SentinelView(null) : SentinelView.of(byName, String.join(":", address));
    }

    /** What a command answers: no text, one, or several. */
    private static List<String> texts(RedisConnection connection, String command, String... arguments) {
        Object answer = connection.execute(
                command,
                Stream.of(arguments)
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .toArray(byte[][]::new));
        List<?> all = answer instanceof List<?> several ? several : answer == null ? List.of() : List.of(answer);
        return all.stream()
                .map(each -> each instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : each.toString())
                .toList();
    }

    private RedisStandaloneConfiguration server(RedisNode node) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(
                Objects.requireNonNull(node.getHost()), node.getPortOr(RedisNode.DEFAULT_PORT));
        if (cluster != null) {
            server.setUsername(cluster.getUsername());
            server.setPassword(cluster.getPassword());
        } else if (sentinels != null) {
            server.setUsername(sentinels.getSentinelUsername());
            server.setPassword(sentinels.getSentinelPassword());
        }
        return server;
    }

    private RedisConnection connect(RedisStandaloneConfiguration server) {
        return factories
                .computeIfAbsent(server.getHostName() + ":" + server.getPort(), address -> {
                    JedisConnectionFactory factory =
                            new JedisConnectionFactory(server, original.getClientConfiguration());
                    factory.afterPropertiesSet();
                    factory.start();
                    return factory;
                })
                .getConnection();
    }

    @Override
    public void close() {
        calls.close();
        factories.values().forEach(JedisConnectionFactory::destroy);
    }
}
