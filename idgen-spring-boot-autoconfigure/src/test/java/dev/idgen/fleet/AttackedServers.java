package dev.idgen.fleet;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.stamped.node.NodeSettings;
import dev.idgen.internal.store.redis.RedisRegister;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketClient.Answer;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.NamespaceTerms;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.clients.jedis.Jedis;

/** Servers, clients and instances of a test. All are closed after it. */
abstract class AttackedServers {

    /** For how long a bucket may be locked after a doubt, in milliseconds, whatever the ttl is. */
    static final long LOCKED = 3100;

    /** For how long a master that was replaced may still grant, in milliseconds. */
    static final long MARGIN = 2000;

    /** The name that sentinels have for the master. */
    static final String MASTER = "ids";

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    final <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    final RedisServer server(String... settings) {
        return opened(RedisServer.running(settings));
    }

    /** A master that sends a new replica its data at once. */
    final RedisServer master() {
        return server("repl-diskless-sync-delay 0");
    }

    /** A replica that has its master's data, once the master has the run that it keeps. */
    final RedisServer replicaOf(RedisServer master, String... settings) {
        RedisServer replica = server(settings);
        replica.ask(jedis -> jedis.replicaof(RedisServer.HOST, master.port()));
        Wait.until(
                "the replica to be in sync",
                () -> replica.isInSync() && replica.info("replication").contains(runOf(master)));
        return replica;
    }

    private static String runOf(RedisServer server) {
        return server.info("replication")
                .lines()
                .filter(line -> line.startsWith("master_replid:"))
                .findFirst()
                .orElseThrow();
    }

    /** A sentinel that names a server, which so many failovers made master. */
    final RedisServer sentinel(RedisServer master, int failovers) {
        return opened(RedisServer.sentinel(
                "sentinel monitor " + MASTER + " " + RedisServer.HOST + " " + master.port() + " 1",
                "sentinel config-epoch " + MASTER + " " + failovers,
                "sentinel current-epoch " + failovers));
    }

    final LettuceConnectionFactory factory(RedisConfiguration servers) {
        LettuceConnectionFactory factory = servers instanceof RedisClusterConfiguration cluster
                ? new LettuceConnectionFactory(cluster)
                : servers instanceof RedisSentinelConfiguration sentinels
                        ? new LettuceConnectionFactory(sentinels)
                        : new LettuceConnectionFactory((RedisStandaloneConfiguration) servers);
        opened(factory::destroy);
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    final ScriptRunner runner(RedisConfiguration servers) {
        return opened(ScriptRunner.create(factory(servers), REQUEST_TIMEOUT, TimeSource.system()));
    }

    final Register register(ScriptRunner runner, String namespace) {
        return new RedisRegister(runner, namespace, false, TimeSource.system());
    }

    final Register register(int port, String namespace) {
        return register(runner(new RedisStandaloneConfiguration(RedisServer.HOST, port)), namespace);
    }

    final Register register(RedisServer server, String namespace) {
        return register(server.port(), namespace);
    }

    /** All values that a server has, by key and field. */
    static Map<String, String> values(RedisServer server) {
        Map<String, String> values = new TreeMap<>();
        for (String key : server.ask(jedis -> jedis.keys("{idgen:3:*"))) {
            Map<String, String> fields = server.ask(jedis -> jedis.hgetAll(key));
            fields.forEach((name, value) -> values.put(key + " " + name, value));
        }
        return values;
    }

    /** Gives the server another run, as a failover that lost nothing does. */
    static void changeRun(RedisServer server) {
        server.ask(jedis -> jedis.sendCommand(() -> "DEBUG".getBytes(StandardCharsets.US_ASCII), "CHANGE-REPL-ID"));
    }

    static void loseAll(RedisServer server) {
        server.ask(Jedis::flushAll);
    }

    /** The server's clock, in epoch milliseconds. */
    static long millis(RedisServer server) {
        return server.ask(jedis -> {
            var time = jedis.time();
            return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
        });
    }

    /** An instance that issues string ids. */
    final BucketSequence<String> sequence(Register register, BucketLayout layout, Duration ttl, TimeSource time) {
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings settings = new SequenceSettings(
                ttl,
                Duration.ZERO,
                defaults.requestTimeout(),
                defaults.breakerWait(),
                defaults.maxLead(),
                defaults.maxSkew());
        NamespaceTerms terms = new NamespaceTerms(Map.of("zone", "Z"));
        return opened(BucketSequence.start("attacked", terms, settings, register, layout, time, String::new));
    }

    /** An instance that stamps with a leased node id of five bits. */
    final LeasedNodeSource nodeSource(Register register, Duration ttl, TimeSource time) {
        NodeSettings settings = new NodeSettings(ttl, Duration.ofMillis(500), Duration.ofSeconds(1));
        return opened(LeasedNodeSource.start("order", NodePool.ofBits(5), settings, register, time));
    }

    /** Draws numbers until there are none or there were enough, and returns how many it drew. */
    static int draw(BucketSequence<String> sequence, int most) {
        for (int i = 0; i < most; i++) {
            try {
                sequence.release(sequence.acquire());
            } catch (SequenceUnavailableException e) {
                return i;
            }
        }
        return most;
    }

    /** Draws so many numbers. It waits until they are available. */
    static void drawAll(BucketSequence<String> sequence, int numbers) {
        int[] left = {numbers};
        Wait.until(numbers + " numbers", () -> {
            left[0] -= draw(sequence, left[0]);
            return left[0] == 0;
        });
    }

    static Node awaitNode(LeasedNodeSource source) {
        Wait.until("a node id", () -> holds(source));
        return Objects.requireNonNull(source.current());
    }

    static boolean holds(LeasedNodeSource source) {
        Node node = source.current();
        return node != null && node.notAfter() >= source.millis();
    }

    /** Asks for numbers until some are granted. A lock after a doubt is waited for. */
    static Answer lease(BucketClient client, int count) {
        Answer[] last = new Answer[1];
        Wait.until("a grant", () -> {
            last[0] = client.ask(count);
            return last[0].isGranted();
        });
        return last[0];
    }
}
