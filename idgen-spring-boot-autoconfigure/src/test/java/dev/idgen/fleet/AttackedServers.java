package dev.idgen.fleet;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.stamped.node.NodeSettings;
import dev.idgen.internal.store.redis.RedisRegister;
import dev.idgen.internal.store.redis.ScriptRunner;
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
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.clients.jedis.Jedis;

/** Servers of a test, and ways to reach them; all are closed after it. */
abstract class AttackedServers {

    /** What sentinels call the master. */
    static final String SENTINELS_NAME = "ids";

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

    /** A sentinel that names a master, which so many failovers made one. */
    final RedisServer sentinel(RedisServer master, int failovers) {
        return opened(RedisServer.sentinel(
                "sentinel monitor " + SENTINELS_NAME + " " + RedisServer.HOST + " " + master.port() + " 1",
                "sentinel config-epoch " + SENTINELS_NAME + " " + failovers,
                "sentinel current-epoch " + failovers));
    }

    final ScriptRunner runner(RedisConfiguration servers) {
        return runner(servers, Duration.ofSeconds(5), TimeSource.system());
    }

    final ScriptRunner runner(RedisConfiguration servers, Duration timeout, TimeSource time) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(servers);
        opened(factory::destroy);
        factory.afterPropertiesSet();
        factory.start();
        return opened(ScriptRunner.create(factory, timeout, time));
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

    /** All leases that a server has: by key and field. */
    static Map<String, String> values(RedisServer server) {
        Map<String, String> values = new TreeMap<>();
        for (String key : server.ask(jedis -> jedis.keys("{idgen:3:*"))) {
            Map<String, String> fields = server.ask(jedis -> jedis.hgetAll(key));
            fields.forEach((name, value) -> values.put(key + " " + name, value));
        }
        return values;
    }

    /** The server goes on with all it has, as after a failover that lost nothing. */
    static void changeRun(RedisServer server) {
        server.ask(jedis -> jedis.sendCommand(() -> "DEBUG".getBytes(StandardCharsets.US_ASCII), "CHANGE-REPL-ID"));
    }

    static void loseAll(RedisServer server) {
        server.ask(Jedis::flushAll);
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
        return opened(LeasedNodeSource.start(NodePool.ofBits(5), settings, register, time));
    }

    /** Draws numbers as long as there are any, and so many at the most. Tells how many it drew. */
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

    /** Draws so many numbers, however long it takes. */
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
}
