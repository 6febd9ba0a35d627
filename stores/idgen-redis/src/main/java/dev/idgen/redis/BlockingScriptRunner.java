package dev.idgen.redis;

import dev.idgen.store.BlockingCalls;
import dev.idgen.store.Clocks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Runs scripts over the application's connections, with any driver, on its own few threads, because drivers block.
 * With Jedis, it uses its own connections to the master that sentinels name, and after Spring has stopped the
 * application's, see {@link JedisConnections}.
 *
 * <p>Thread-safe.
 */
final class BlockingScriptRunner implements ScriptRunner {

    private static final Logger log = LoggerFactory.getLogger(BlockingScriptRunner.class);

    /**
     * A hanging server holds a thread for as long as the driver waits, 2 s by default, and gets about four probes a
     * second. Requests to other servers need threads meanwhile.
     */
    private static final int THREADS = 16;

    private final RedisConnectionFactory factory;

    /** Another store would begin anew, so it is no advice once Redis may have issued ids. */
    private volatile String otherwise;

    private final BlockingCalls calls;

    /** Null with an unknown driver. */
    private final @Nullable JedisConnections own;

    private final @Nullable RedisConfiguration servers;
    private final MasterConfirmation masters;

    /** The sentinels, or the masters of a cluster as far as the latest connection knew them. */
    private volatile List<RedisStandaloneConfiguration> judges = List.of();

    /** The address of the master that sentinels have named; empty if they must be asked. */
    private volatile String master = "";

    BlockingScriptRunner(RedisConnectionFactory factory, Clocks time, String otherwise) {
        this.otherwise = otherwise;
        this.factory = factory;
        this.calls = new BlockingCalls("idgen-redis", THREADS, time);
        this.own = RedisServers.JEDIS && factory instanceof JedisConnectionFactory jedis
                ? new JedisConnections(jedis, time)
                : null;
        this.servers = own == null ? null : JedisConnections.configuration(factory);
        if (own == null) {
            log.warn(
                    "idgen knows Lettuce and Jedis, but not the driver of {}, so it cannot ask who is the master. If a replaced"
                            + " master still answers after a failover, both grant leases and ids may repeat",
                    factory.getClass().getName());
        }
        this.masters = new MasterConfirmation(
                servers,
                () -> judges,
                (judge, name) -> Objects.requireNonNull(own).judge(judge, name),
                time,
                named -> master = named);
        if (servers instanceof RedisSentinelConfiguration sentinels) {
            this.judges = sentinels.getSentinels().stream()
                    .map(node ->
                            RedisServers.single(node, sentinels.getSentinelUsername(), sentinels.getSentinelPassword()))
                    .toList();
        }
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return calls.<CompletionStage<ScriptReply>>call(() -> {
                    String server = master();
                    try (RedisConnection connection = connect(server)) {
                        List<?> answer = answer(connection, script, keys, arguments);
                        otherwise = "";
                        if (script.isConfirmed()) {
                            look(connection);
                        }
                        return masters.reply(script, answer, server, keys.get(0));
                    } catch (RuntimeException e) {
                        master = "";
                        throw e;
                    }
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(ExplainedRedisException.of(
                        failure, () -> RedisServers.reachedBy(factory).advice() + otherwise)))
                .thenCompose(reply -> reply);
    }

    @Override
    public String place() {
        return RedisServers.reachedBy(factory).place();
    }

    /** The address of the master that sentinels name; empty without sentinels. */
    private String master() throws InterruptedException, ExecutionException, TimeoutException {
        String known = master;
        if (known.isEmpty()) {
            known = masters.master();
            master = known;
        }
        return known;
    }

    /** Notes the masters that a connection to the cluster knows. */
    private void look(RedisConnection connection) {
        if (servers instanceof RedisClusterConfiguration cluster
                && connection instanceof RedisClusterConnection connected) {
            judges = RedisServers.masters(connected)
                    .map(node -> RedisServers.single(node, cluster.getUsername(), cluster.getPassword()))
                    .toList();
        }
    }

    /** Sends a script over a connection, and waits for the answer. */
    static List<?> answer(RedisConnection connection, LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] all = LuaScript.bytes(Stream.concat(keys.stream(), arguments.stream()));
        try {
            return connection.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, keys.size(), all);
        } catch (RuntimeException e) {
            if (!ExplainedRedisException.says(e, LuaScript.UNKNOWN)) {
                throw e;
            }
            byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
            return connection.scriptingCommands().eval(text, ReturnType.MULTI, keys.size(), all);
        }
    }

    private RedisConnection connect(String server) {
        if (own == null || servers == null) {
            return factory.getConnection();
        }
        if (servers instanceof RedisSentinelConfiguration sentinels) {
            return own.to(RedisServers.master(sentinels, server));
        }
        return ((JedisConnectionFactory) factory).isRunning() ? factory.getConnection() : own.to(servers);
    }

    @Override
    public void close() {
        calls.close();
        if (own != null) {
            own.close();
        }
    }
}
