package dev.idgen.localredis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A master with two replicas and three sentinels. Only one thread at a time may use it. */
public final class RedisSentinels implements AutoCloseable {

    /** The sentinels' name for the master. */
    public static final String MASTER = "ids";

    /** The silence after which a sentinel considers the master failed. */
    public static final int DOWN_AFTER_MILLIS = 1000;

    private static final int SERVERS = 3;
    private static final int SENTINELS = 3;

    private static final String[] SETTINGS = {
        "appendonly yes", "repl-diskless-sync-delay 0", "min-replicas-to-write 1", "min-replicas-max-lag 2"
    };

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinels() {}

    /**
     * Starts all servers.
     *
     * @throws IllegalStateException if one does not start, or they do not find each other
     */
    public static RedisSentinels start() {
        return start(DOWN_AFTER_MILLIS);
    }

    /**
     * Starts all servers, with a time of silence after which sentinels replace the master. A long time keeps the master
     * even if the machine is busy.
     */
    public static RedisSentinels start(int downAfterMillis) {
        RedisSentinels group = new RedisSentinels();
        try {
            RedisServer master = RedisServer.running(SETTINGS);
            group.servers.add(master);
            while (group.servers.size() < SERVERS) {
                group.servers.add(RedisServer.replicaOf(master, SETTINGS));
            }
            while (group.sentinels.size() < SENTINELS) {
                group.sentinels.add(RedisServer.sentinel(
                        "sentinel monitor " + MASTER + " " + RedisServer.HOST + " " + master.port() + " 2",
                        "sentinel down-after-milliseconds " + MASTER + " " + downAfterMillis,
                        "sentinel failover-timeout " + MASTER + " 5000"));
            }
            group.awaitHealth();
            return group;
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    /** Waits until one master has two replicas in sync, and every sentinel knows all servers and its peers. */
    public void awaitHealth() {
        Wait.until("the sentinels' group to be healthy", this::isHealthy);
    }

    private boolean isHealthy() {
        try {
            RedisServer master = master();
            return master.info("replication").contains("connected_slaves:" + (SERVERS - 1))
                    && servers.stream().allMatch(server -> server == master || (server.isAwake() && server.isInSync()))
                    && sentinels.stream().allMatch(RedisSentinels::knowsAll);
        } catch (JedisException e) {
            return false;
        }
    }

    private static boolean knowsAll(RedisServer sentinel) {
        return sentinel.info("sentinel")
                .contains("status=ok,address=%s:%s,slaves=%d,sentinels=%d"
                        .formatted(RedisServer.HOST, masterPort(sentinel), SERVERS - 1, SENTINELS));
    }

    private static String masterPort(RedisServer sentinel) {
        return sentinel.ask((Jedis jedis) -> jedis.sentinelGetMasterAddrByName(MASTER))
                .get(1);
    }

    /** The server that the sentinels name as master. */
    public RedisServer master() {
        String port = masterPort(sentinels.get(0));
        return servers.stream()
                .filter(server -> port.equals(Integer.toString(server.port())))
                .findFirst()
                .orElseThrow();
    }

    /** The sentinels' addresses, in the form of {@code spring.data.redis.sentinel.nodes}. */
    public List<String> addresses() {
        return sentinels.stream().map(RedisServer::address).toList();
    }

    @Override
    public void close() {
        Stream.concat(sentinels.stream(), servers.stream()).forEach(RedisServer::close);
    }
}
