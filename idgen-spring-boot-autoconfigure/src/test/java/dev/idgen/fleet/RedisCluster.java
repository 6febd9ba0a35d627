package dev.idgen.fleet;

import dev.idgen.internal.store.redis.DocumentedAccess;
import dev.idgen.internal.store.redis.EmbeddedRedis;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.resps.AccessControlLogEntry;

/**
 * A Redis Cluster of three masters with a replica each, on ports of this machine, whose nodes can be hurt one by one, with a
 * user that may do what {@code docs/redis.md} says. For one thread at a time.
 */
final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;
    private static final int SLOTS = 16_384;

    /** The cluster's bus listens this far above the port. */
    private static final int BUS_OFFSET = 10_000;

    /** So that the bus, too, is below the ports that systems give to outgoing connections. */
    private static final int LAST_PORT = 22_000;

    private static final int KEYS_AT_A_TIME = 100;
    private static final int MIGRATION_TIMEOUT_MILLIS = 5000;

    /** A master is taken for failed when it has not answered the others for this long. */
    static final int NODE_TIMEOUT_MILLIS = 1500;

    private final List<RedisProcess> nodes = new ArrayList<>();

    private RedisCluster() {}

    static RedisCluster start(Path directory) {
        RedisCluster cluster = new RedisCluster();
        try {
            File executable = RedisProcess.executable(directory);
            for (int i = 0; i < NODES; i++) {
                cluster.nodes.add(launch(executable, directory.resolve("node-" + i)));
            }
            cluster.join();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private static RedisProcess launch(File executable, Path directory) {
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> settings = new ArrayList<>(List.of(
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                Integer.toString(NODE_TIMEOUT_MILLIS),
                "--cluster-replica-validity-factor",
                "0",
                "--repl-diskless-sync-delay",
                "0",
                "--appendonly",
                "yes",
                "--user",
                DocumentedAccess.USER));
        settings.addAll(DocumentedAccess.rulesInACluster());
        return RedisProcess.start(executable, directory, freePort(), settings);
    }

    private static int freePort() {
        for (; ; ) {
            int port = EmbeddedRedis.freePort();
            if (port < LAST_PORT && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private void join() {
        for (int master = 0; master < MASTERS; master++) {
            int[] slots = IntStream.range(SLOTS * master / MASTERS, SLOTS * (master + 1) / MASTERS)
                    .toArray();
            nodes.get(master).ask(jedis -> jedis.clusterAddSlots(slots));
        }
        for (RedisProcess node : nodes.subList(1, NODES)) {
            nodes.get(0).ask(jedis -> jedis.clusterMeet("127.0.0.1", node.port()));
        }
        Wait.until("all nodes to know each other", () -> nodes.stream().allMatch(this::knowsAll));
        for (int replica = MASTERS; replica < NODES; replica++) {
            String master = nodes.get(replica - MASTERS).ask(Jedis::clusterMyId);
            nodes.get(replica).ask(jedis -> jedis.clusterReplicate(master));
        }
        awaitHealth();
    }

    private boolean knowsAll(RedisProcess node) {
        return node.ask(Jedis::clusterInfo).contains("cluster_known_nodes:" + NODES);
    }

    /** Waits until every slot is served, every node says so, and every master has a replica that is in sync. */
    void awaitHealth() {
        Wait.until("the cluster to be healthy", this::isHealthy);
    }

    private boolean isHealthy() {
        return nodes.stream()
                        .allMatch(node -> node.isAlive()
                                && node.ask(Jedis::clusterInfo).contains("cluster_state:ok")
                                && agrees(node)
                                && isInSync(node))
                && masters().size() == MASTERS;
    }

    /** Whether a node takes all others for healthy: each line of the list is of one. */
    private static boolean agrees(RedisProcess node) {
        String view = node.ask(Jedis::clusterNodes);
        return !view.replace("nofailover", "").contains("fail")
                && !view.contains("handshake")
                && view.lines().count() == NODES;
    }

    private static boolean isInSync(RedisProcess node) {
        String replication = node.ask(jedis -> jedis.info("replication"));
        return replication.contains("role:master")
                ? replication.contains("connected_slaves:1") && replication.contains("state=online")
                : replication.contains("master_link_status:up");
    }

    /** The properties for an application that uses a namespace, as a user with no more access than it needs. */
    String[] properties(String namespace) {
        String addresses =
                nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
        return Stream.concat(
                        Stream.of(DocumentedAccess.properties()),
                        Stream.of("spring.data.redis.cluster.nodes=" + addresses, "idgen.namespace=" + namespace))
                .toArray(String[]::new);
    }

    /** The commands that were refused to users, except for what Lettuce says of itself with or without permission. */
    Set<String> refused() {
        Set<String> refused = new TreeSet<>();
        each(jedis -> refused.addAll(
                jedis.aclLog().stream().map(AccessControlLogEntry::getObject).toList()));
        refused.remove("client");
        return refused;
    }

    /** The nodes that serve slots, as they say themselves; a frozen or dead one is not asked. */
    List<RedisProcess> masters() {
        return nodes.stream()
                .filter(node -> node.isAwake() && servesSlots(node))
                .collect(Collectors.toList());
    }

    private static boolean servesSlots(RedisProcess node) {
        try {
            String own = node.ask(Jedis::clusterNodes)
                    .lines()
                    .filter(line -> line.contains("myself"))
                    .findFirst()
                    .orElseThrow();
            return own.contains("master") && own.matches(".* connected \\d.*");
        } catch (JedisException e) {
            return false; // dying
        }
    }

    /** Sets whether the nodes refuse all requests while no master is there for some of the slots. */
    void requireFullCoverage(boolean required) {
        configure("cluster-require-full-coverage", required ? "yes" : "no");
    }

    /** Sets whether replicas take their failed masters' place. */
    void allowFailover(boolean allowed) {
        configure("cluster-replica-no-failover", allowed ? "no" : "yes");
    }

    private void configure(String setting, String value) {
        each(jedis -> jedis.configSet(setting, value));
    }

    /** Asks every node something. */
    void each(Function<? super Jedis, ?> question) {
        nodes.forEach(node -> node.<Object>ask(question));
    }

    /** A slot on its way from one master to another, as resharding tools move it. */
    static final class Move {

        private final RedisProcess from;
        private final RedisProcess to;
        private final int slot;

        private Move(RedisProcess from, RedisProcess to, int slot) {
            this.from = from;
            this.to = to;
            this.slot = slot;
            String source = from.ask(Jedis::clusterMyId);
            String target = to.ask(Jedis::clusterMyId);
            to.ask(jedis -> jedis.clusterSetSlotImporting(slot, source));
            from.ask(jedis -> jedis.clusterSetSlotMigrating(slot, target));
        }

        void moveKeys() {
            List<String> keys = from.ask(jedis -> jedis.clusterGetKeysInSlot(slot, KEYS_AT_A_TIME));
            while (!keys.isEmpty()) {
                String[] some = keys.toArray(String[]::new);
                from.ask(jedis -> jedis.migrate(
                        "127.0.0.1", to.port(), MIGRATION_TIMEOUT_MILLIS, MigrateParams.migrateParams(), some));
                keys = from.ask(jedis -> jedis.clusterGetKeysInSlot(slot, KEYS_AT_A_TIME));
            }
        }

        void end() {
            String target = to.ask(Jedis::clusterMyId);
            to.ask(jedis -> jedis.clusterSetSlotNode(slot, target));
            from.ask(jedis -> jedis.clusterSetSlotNode(slot, target));
        }
    }

    /** Begins to move the slot of a key to another master. */
    Move beginMove(String key) {
        int slot = nodes.get(0).<Long>ask(jedis -> jedis.clusterKeySlot(key)).intValue();
        List<RedisProcess> masters = masters();
        RedisProcess from = masters.stream()
                .filter(master -> master.<Long>ask(jedis -> jedis.clusterCountKeysInSlot(slot)) > 0)
                .findFirst()
                .orElseThrow();
        RedisProcess to =
                masters.stream().filter(master -> master != from).findFirst().orElseThrow();
        return new Move(from, to, slot);
    }

    /** Moves all slots of a master that hold keys to another one, and returns how many they were. */
    int moveSlotsInUse(RedisProcess from, RedisProcess to) {
        List<Integer> slots = from.ask(jedis -> IntStream.range(0, SLOTS)
                .filter(slot -> jedis.clusterCountKeysInSlot(slot) > 0)
                .boxed()
                .toList());
        for (int slot : slots) {
            Move move = new Move(from, to, slot);
            move.moveKeys();
            move.end();
        }
        return slots.size();
    }

    @Override
    public void close() {
        nodes.forEach(RedisProcess::close);
    }
}
