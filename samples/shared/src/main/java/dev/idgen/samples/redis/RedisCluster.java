package dev.idgen.samples.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A Redis Cluster of three masters with a replica each, whose servers can be killed and brought back. Thread-safe. */
public final class RedisCluster implements AutoCloseable {

    /**
     * A server of the cluster.
     *
     * @param shard the number of its shard, a master and its replica, from 0; it stays in it whatever it serves
     * @param alive whether its process runs
     * @param master whether it serves slots, or would if it were alive
     * @param serves tells which slots are its own
     */
    public record Node(int port, int shard, boolean alive, boolean master, IntPredicate serves) {}

    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;
    private static final int SLOTS = 16_384;

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);
    private static final long JOIN_POLL_MILLIS = 50;

    private static final String[] SETTINGS = {
        "--cluster-enabled", "yes",
        // A master that has been silent for this long is replaced by its replica; 15 s unless set.
        "--cluster-node-timeout", "1500",
        "--cluster-replica-validity-factor", "0",
        "--repl-diskless-sync-delay", "0",
        "--appendonly", "yes",
    };

    private final RedisClient client = RedisClient.create();
    private final List<RedisProcess> nodes = new CopyOnWriteArrayList<>();

    /** Those who know best first: who was away for long does not know what happened meanwhile. */
    private final List<RedisProcess> witnesses = new CopyOnWriteArrayList<>();

    private volatile Partitions latestView = new Partitions();

    private RedisCluster() {}

    /**
     * Starts its servers and makes a cluster of them.
     *
     * @param settings more of them, as {@code redis-server} takes them, each name and value an argument of its own
     * @throws IOException if a server does not start, or they do not become a cluster
     */
    public static RedisCluster start(RedisServers servers, String... settings) throws IOException {
        RedisCluster cluster = new RedisCluster();
        String[] all = Stream.concat(Stream.of(SETTINGS), Stream.of(settings)).toArray(String[]::new);
        try {
            for (int i = 0; i < NODES; i++) {
                cluster.nodes.add(servers.start(all));
            }
            cluster.witnesses.addAll(cluster.nodes);
            cluster.join();
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void join() throws IOException {
        RedisProcess first = nodes.get(0);
        for (int i = 0; i < MASTERS; i++) {
            int[] slots = IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
                    .toArray();
            ask(nodes.get(i), node -> node.clusterAddSlots(slots));
        }
        for (RedisProcess other : nodes.subList(1, NODES)) {
            ask(first, node -> node.clusterMeet(RedisServers.HOST, other.port()));
        }
        await(() -> nodes.stream().allMatch(this::knowsAll));
        for (int i = MASTERS; i < NODES; i++) {
            String master = ask(nodes.get(i - MASTERS), node -> node.clusterMyId());
            ask(nodes.get(i), node -> node.clusterReplicate(master));
        }
        await(() -> nodes.stream().allMatch(this::isReady));
    }

    private boolean knowsAll(RedisProcess server) {
        String known = ask(server, node -> node.clusterNodes());
        return known.lines().count() == NODES && !known.contains("handshake");
    }

    private boolean isReady(RedisProcess server) {
        String replication = ask(server, node -> node.info("replication"));
        return ask(server, node -> node.clusterInfo()).contains("cluster_state:ok")
                && (replication.contains("connected_slaves:1") || replication.contains("master_link_status:up"));
    }

    private static void await(BooleanSupplier condition) throws IOException {
        long deadline = System.nanoTime() + JOIN_TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("its servers form no cluster after " + JOIN_TIMEOUT.toSeconds() + " s");
            }
            try {
                Thread.sleep(JOIN_POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    public List<Integer> ports() {
        return nodes.stream().map(RedisProcess::port).toList();
    }

    /** All servers, as one of them sees them, or saw them when any of them was last alive. */
    public List<Node> nodes() {
        witnesses.stream()
                .filter(RedisProcess::isAlive)
                .flatMap(server -> view(server).stream())
                .findFirst()
                .ifPresent(view -> latestView = view);
        Partitions view = latestView;
        return IntStream.range(0, nodes.size())
                .mapToObj(i -> node(nodes.get(i), i % MASTERS, view))
                .toList();
    }

    private Optional<Partitions> view(RedisProcess server) {
        try {
            String seen = ask(server, node -> node.clusterNodes());
            return Optional.of(ClusterPartitionParser.parse(seen));
        } catch (RedisException e) {
            return Optional.empty(); // it dies, or has just started
        }
    }

    private static Node node(RedisProcess server, int shard, Partitions view) {
        for (RedisClusterNode seen : view) {
            if (seen.getUri().getPort() == server.port()) {
                return new Node(
                        server.port(), shard, server.isAlive(), !seen.getSlots().isEmpty(), seen::hasSlot);
            }
        }
        return new Node(server.port(), shard, server.isAlive(), false, slot -> false);
    }

    /**
     * Kills a server, which writes nothing before it dies.
     *
     * @throws NoSuchElementException if there is no server on this port
     */
    public void kill(int port) {
        server(port).kill();
    }

    /**
     * Starts a server that was killed, with the data it had.
     *
     * @throws NoSuchElementException if there is no server on this port
     * @throws IOException if it does not start
     */
    public void bringBack(int port) throws IOException {
        RedisProcess server = server(port);
        server.start();
        witnesses.remove(server);
        witnesses.add(server);
    }

    private RedisProcess server(int port) {
        return nodes.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no server listens on port " + port));
    }

    private <T> T ask(RedisProcess server, Function<RedisCommands<String, String>, T> question) {
        RedisURI uri = RedisURI.builder()
                .withHost(RedisServers.HOST)
                .withPort(server.port())
                .withTimeout(ANSWER_TIMEOUT)
                .build();
        try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
            return question.apply(connection.sync());
        }
    }

    /** Ends asking; the servers are ended by {@link RedisServers}. */
    @Override
    public void close() {
        client.shutdown(0, ANSWER_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }
}
