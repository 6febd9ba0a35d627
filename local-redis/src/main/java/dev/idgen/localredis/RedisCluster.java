package dev.idgen.localredis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.MigrateParams;

/**
 * A cluster of masters with one replica each, whose servers tests can kill one by one. Any thread may read it, but only
 * one thread at a time may change it.
 */
public final class RedisCluster implements AutoCloseable {

    /**
     * A server as the cluster sees it.
     *
     * @param shard the number of its shard, a master and its replica, from 0; it never changes
     * @param alive whether its process runs
     * @param master whether it serves slots, or would if it were alive
     * @param serves accepts the slots that it serves
     */
    public record Node(int port, int shard, boolean alive, boolean master, IntPredicate serves) {}

    /** The silence after which the other nodes consider a master failed. */
    public static final int NODE_TIMEOUT_MILLIS = 1500;

    /** A setting that keeps all masters even if the machine is busy, for tests that kill none. */
    public static final String NO_FAILOVER = "cluster-node-timeout 60000";

    private static final int SLOTS = 16_384;
    private static final int KEYS_AT_A_TIME = 100;
    private static final int MIGRATION_TIMEOUT_MILLIS = 30_000;

    private static final List<String> SETTINGS = List.of(
            "cluster-enabled yes",
            "cluster-node-timeout " + NODE_TIMEOUT_MILLIS,
            "cluster-replica-validity-factor 0",
            "repl-diskless-sync-delay 0",
            "appendonly yes");

    /** A line of {@code CLUSTER NODES} about a server that serves slots. */
    private static final Pattern SERVING =
            Pattern.compile("(?m)^\\S+ [^ :]*:(\\d+)@\\S* \\S*master\\S* (?:\\S+ ){4}\\S+ (\\d.*)$");

    private final int masters;
    private final List<RedisServer> nodes = new ArrayList<>();

    /** The best informed first: a server that was away does not know what happened meanwhile. */
    private final List<RedisServer> witnesses = new CopyOnWriteArrayList<>();

    private volatile String latestView = "";

    private RedisCluster(int masters) {
        this.masters = masters;
    }

    /**
     * Starts the servers and joins them to a cluster.
     *
     * @param settings further lines of their configuration files
     * @throws IllegalStateException if a server does not start, or they do not become a cluster
     */
    public static RedisCluster start(int masters, Collection<String> settings) {
        RedisCluster cluster = new RedisCluster(masters);
        String[] all = Stream.concat(SETTINGS.stream(), settings.stream()).toArray(String[]::new);
        try {
            for (int i = 0; i < 2 * masters; i++) {
                cluster.nodes.add(RedisServer.running(all));
            }
            cluster.witnesses.addAll(cluster.nodes);
            cluster.join();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void join() {
        for (int i = 0; i < masters; i++) {
            int[] slots = IntStream.range(SLOTS * i / masters, SLOTS * (i + 1) / masters)
                    .toArray();
            nodes.get(i).ask(jedis -> jedis.clusterAddSlots(slots));
        }
        for (RedisServer other : nodes.subList(1, nodes.size())) {
            nodes.get(0).ask(jedis -> jedis.clusterMeet(RedisServer.HOST, other.port()));
        }
        Wait.until("all nodes to know each other", () -> nodes.stream().allMatch(this::agrees));
        for (int i = 0; i < masters; i++) {
            String master = nodes.get(i).ask(Jedis::clusterMyId);
            nodes.get(masters + i).ask(jedis -> jedis.clusterReplicate(master));
        }
        awaitHealth();
    }

    /** Waits until all nodes report that every slot is served, and every master has a replica in sync. */
    public void awaitHealth() {
        Wait.until("the cluster to be healthy", this::isHealthy);
    }

    private boolean isHealthy() {
        return nodes.stream()
                        .allMatch(node -> node.isAlive()
                                && node.ask(Jedis::clusterInfo).contains("cluster_state:ok")
                                && agrees(node)
                                && isReplicated(node))
                && masters().size() == masters;
    }

    /** Whether a node knows all others and considers them healthy. */
    private boolean agrees(RedisServer node) {
        String view = node.ask(Jedis::clusterNodes);
        return !view.replace("nofailover", "").contains("fail")
                && !view.contains("handshake")
                && view.lines().count() == nodes.size();
    }

    private static boolean isReplicated(RedisServer node) {
        String replication = node.info("replication");
        return replication.contains("role:master")
                ? replication.contains("connected_slaves:1") && replication.contains("state=online")
                : node.isInSync();
    }

    public List<RedisServer> servers() {
        return List.copyOf(nodes);
    }

    public List<Integer> ports() {
        return nodes.stream().map(RedisServer::port).toList();
    }

    /** All addresses, in the form of {@code spring.data.redis.cluster.nodes}. */
    public List<String> addresses() {
        return nodes.stream().map(RedisServer::address).toList();
    }

    /**
     * Returns the server on a port.
     *
     * @throws NoSuchElementException if there is no server on this port
     */
    public RedisServer server(int port) {
        return nodes.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no server listens on port " + port));
    }

    /**
     * Restarts a killed server with its data.
     *
     * @throws NoSuchElementException if there is no server on this port
     */
    public void bringBack(int port) {
        RedisServer server = server(port);
        server.start();
        witnesses.remove(server);
        witnesses.add(server);
    }

    /** All servers, as a living one sees them; if none lives, as one last saw them. */
    public List<Node> nodes() {
        witnesses.stream()
                .filter(RedisServer::isAwake)
                .flatMap(server -> view(server).stream())
                .findFirst()
                .ifPresent(view -> latestView = view);
        String view = latestView;
        return IntStream.range(0, nodes.size())
                .mapToObj(i -> node(nodes.get(i), i % masters, view))
                .toList();
    }

    private static Optional<String> view(RedisServer server) {
        try {
            return Optional.of(server.ask(Jedis::clusterNodes));
        } catch (JedisException e) {
            return Optional.empty(); // it is dying, or has just started
        }
    }

    private static Node node(RedisServer server, int shard, String view) {
        return SERVING.matcher(view)
                .results()
                .filter(line -> line.group(1).equals(Integer.toString(server.port())))
                .map(line -> new Node(server.port(), shard, server.isAlive(), true, slots(line.group(2))))
                .findFirst()
                .orElseGet(() -> new Node(server.port(), shard, server.isAlive(), false, slot -> false));
    }

    /** @param list such as {@code 0-99 200}; slots that are being moved are in brackets */
    private static IntPredicate slots(String list) {
        return Arrays.stream(list.split(" ", -1))
                .filter(range -> !range.startsWith("["))
                .map(range -> range.split("-", -1))
                .<IntPredicate>map(ends -> {
                    int first = Integer.parseInt(ends[0]);
                    int last = Integer.parseInt(ends[ends.length - 1]);
                    return slot -> first <= slot && slot <= last;
                })
                .reduce(slot -> false, IntPredicate::or);
    }

    /** The servers that serve slots, by their own account. Skips paused and dead servers. */
    public List<RedisServer> masters() {
        return nodes.stream()
                .filter(node -> node.isAwake()
                        && view(node).filter(view -> servesSlots(node, view)).isPresent())
                .toList();
    }

    private static boolean servesSlots(RedisServer node, String view) {
        return node(node, 0, view).master();
    }

    /** Sets whether the nodes refuse all requests while some slots have no master. */
    public void requireFullCoverage(boolean required) {
        configure("cluster-require-full-coverage", required ? "yes" : "no");
    }

    /** Sets whether replicas replace failed masters. */
    public void allowFailover(boolean allowed) {
        configure("cluster-replica-no-failover", allowed ? "no" : "yes");
    }

    private void configure(String setting, String value) {
        each(jedis -> jedis.configSet(setting, value));
    }

    /** Asks every node a question. */
    public void each(Function<? super Jedis, ?> question) {
        nodes.forEach(node -> node.<Object>ask(question));
    }

    /** A slot that moves from one master to another, as with resharding tools. */
    public static final class Move {

        private final RedisServer from;
        private final RedisServer to;
        private final int slot;

        private Move(RedisServer from, RedisServer to, int slot) {
            this.from = from;
            this.to = to;
            this.slot = slot;
            String source = from.ask(Jedis::clusterMyId);
            String target = to.ask(Jedis::clusterMyId);
            to.ask(jedis -> jedis.clusterSetSlotImporting(slot, source));
            from.ask(jedis -> jedis.clusterSetSlotMigrating(slot, target));
        }

        /** Moves the keys of the slot. */
        public void moveKeys() {
            List<String> keys = from.ask(jedis -> jedis.clusterGetKeysInSlot(slot, KEYS_AT_A_TIME));
            while (!keys.isEmpty()) {
                String[] some = keys.toArray(String[]::new);
                from.ask(jedis -> jedis.migrate(
                        RedisServer.HOST, to.port(), MIGRATION_TIMEOUT_MILLIS, MigrateParams.migrateParams(), some));
                keys = from.ask(jedis -> jedis.clusterGetKeysInSlot(slot, KEYS_AT_A_TIME));
            }
        }

        /** Tells both masters that the slot has moved. */
        public void end() {
            String target = to.ask(Jedis::clusterMyId);
            to.ask(jedis -> jedis.clusterSetSlotNode(slot, target));
            from.ask(jedis -> jedis.clusterSetSlotNode(slot, target));
        }
    }

    /** Starts to move the slot of a key to another master. */
    public Move beginMove(String key) {
        int slot = nodes.get(0).<Long>ask(jedis -> jedis.clusterKeySlot(key)).intValue();
        List<RedisServer> masters = masters();
        RedisServer from = masters.stream()
                .filter(master -> master.<Long>ask(jedis -> jedis.clusterCountKeysInSlot(slot)) > 0)
                .findFirst()
                .orElseThrow();
        RedisServer to =
                masters.stream().filter(master -> master != from).findFirst().orElseThrow();
        return new Move(from, to, slot);
    }

    /** Moves all slots with keys from one master to another, and returns their number. */
    public int moveSlotsInUse(RedisServer from, RedisServer to) {
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
        nodes.forEach(RedisServer::close);
    }
}
