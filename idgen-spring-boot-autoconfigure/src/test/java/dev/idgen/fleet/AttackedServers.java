package dev.idgen.fleet;

import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.UsedWindows;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketClient.Answer;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import dev.idgen.redis.RedisLeaseStore;
import dev.idgen.redis.ScriptRunner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Servers, clients and instances of a test. All are closed after it. */
abstract class AttackedServers {

    static final int TTL = 10_000;

    /** One bucket, in which each slot has one number. */
    static final BucketLayout LAYOUT = new BucketLayout(0, 7);

    /** For how long the bucket may be locked after a doubt, in milliseconds: a slot and the margin. */
    static final long LOCKED = 2375;

    /** For how long a master that was replaced may still grant, in milliseconds. */
    static final long MARGIN = 2000;

    /** The name that sentinels have for the master. */
    static final String MASTER = "ids";

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    /** What was granted by {@link #lease}. */
    final UsedWindows granted = new UsedWindows();

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
        return opened(ScriptRunner.create(factory(servers), REQUEST_TIMEOUT, TimeSource.system(), ""));
    }

    final LeaseStore register(ScriptRunner runner, String namespace) {
        return new RedisLeaseStore(runner, namespace, false);
    }

    final LeaseStore register(int port, String namespace) {
        return register(runner(new RedisStandaloneConfiguration(RedisServer.HOST, port)), namespace);
    }

    final LeaseStore register(RedisServer server, String namespace) {
        return register(server.port(), namespace);
    }

    /** Asks for numbers until some are granted. A lock after a doubt is waited for. */
    final Answer lease(BucketClient client, int count) {
        Answer[] last = new Answer[1];
        Wait.until("a grant", () -> {
            last[0] = client.ask(count);
            return last[0].isGranted();
        });
        last[0].addTo(granted, "");
        return last[0];
    }
}
