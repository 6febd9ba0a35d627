package dev.idgen.fleet;

import dev.idgen.internal.store.redis.EmbeddedRedis;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A master with two replicas, watched by three sentinels, on ports of this machine. For one thread at a time.
 */
final class SentinelGroup implements AutoCloseable {

    private static final String NAME = "ids";
    private static final int SERVERS = 3;
    private static final int SENTINELS = 3;

    /** A master is taken for failed when it has not answered a sentinel for this long. */
    static final int DOWN_AFTER_MILLIS = 1000;

    private final List<RedisProcess> servers = new ArrayList<>();
    private final List<RedisProcess> sentinels = new ArrayList<>();

    private SentinelGroup() {}

    static SentinelGroup start(Path directory) {
        SentinelGroup group = new SentinelGroup();
        try {
            File executable = RedisProcess.executable(directory);
            for (int i = 0; i < SERVERS; i++) {
                group.servers.add(group.launchServer(executable, created(directory, "server-" + i)));
            }
            for (int i = 0; i < SENTINELS; i++) {
                group.sentinels.add(group.launchSentinel(executable, created(directory, "sentinel-" + i)));
            }
            group.awaitHealth();
            return group;
        } catch (RuntimeException | Error e) {
            group.close();
            throw e;
        }
    }

    private static Path created(Path directory, String name) {
        try {
            return Files.createDirectory(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RedisProcess launchServer(File executable, Path directory) {
        List<String> settings = new ArrayList<>(List.of(
                "--appendonly",
                "yes",
                "--repl-diskless-sync-delay",
                "0",
                "--min-replicas-to-write",
                "1",
                "--min-replicas-max-lag",
                "2"));
        if (!servers.isEmpty()) {
            settings.addAll(List.of(
                    "--replicaof", "127.0.0.1", Integer.toString(servers.get(0).port())));
        }
        return RedisProcess.start(executable, directory, EmbeddedRedis.freePort(), settings);
    }

    private RedisProcess launchSentinel(File executable, Path directory) {
        String configuration = """
                sentinel monitor %1$s 127.0.0.1 %2$d 2
                sentinel down-after-milliseconds %1$s %3$d
                sentinel failover-timeout %1$s 5000
                """.formatted(NAME, servers.get(0).port(), DOWN_AFTER_MILLIS);
        try {
            Files.writeString(directory.resolve("sentinel.conf"), configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return RedisProcess.start(executable, directory, EmbeddedRedis.freePort(), List.of(RedisProcess.SENTINEL));
    }

    /** Waits until there is one master with two replicas in sync, and every sentinel knows all of them and its peers. */
    void awaitHealth() {
        Wait.until("the sentinels' group to be healthy", this::isHealthy);
    }

    private boolean isHealthy() {
        try {
            int port = master().port();
            return master().ask(jedis -> jedis.info("replication")).contains("connected_slaves:" + (SERVERS - 1))
                    && servers.stream().allMatch(server -> isInSync(server, port))
                    && sentinels.stream().allMatch(SentinelGroup::knowsAll);
        } catch (JedisException e) {
            return false;
        }
    }

    private static boolean isInSync(RedisProcess server, int masterPort) {
        return server.port() == masterPort
                || (server.isAwake()
                        && server.ask(jedis -> jedis.info("replication")).contains("master_link_status:up"));
    }

    private static boolean knowsAll(RedisProcess sentinel) {
        return sentinel.ask(jedis -> jedis.info("sentinel"))
                .contains("status=ok,address=127.0.0.1:%s,slaves=%d,sentinels=%d"
                        .formatted(masterPort(sentinel), SERVERS - 1, SENTINELS));
    }

    private static String masterPort(RedisProcess sentinel) {
        return sentinel.ask((Jedis jedis) -> jedis.sentinelGetMasterAddrByName(NAME))
                .get(1);
    }

    /** The server that the sentinels say is the master. */
    RedisProcess master() {
        int port = Integer.parseInt(masterPort(sentinels.get(0)));
        return servers.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow();
    }

    /** The properties for an application that uses a namespace. */
    String[] properties(String namespace) {
        return new String[] {
            "idgen.namespace=" + namespace,
            "spring.data.redis.sentinel.master=" + NAME,
            "spring.data.redis.sentinel.nodes="
                    + sentinels.stream()
                            .map(sentinel -> "127.0.0.1:" + sentinel.port())
                            .collect(Collectors.joining(","))
        };
    }

    @Override
    public void close() {
        Stream.concat(sentinels.stream(), servers.stream()).forEach(RedisProcess::close);
    }
}
