package dev.idgen.redis;

import dev.idgen.store.BlockingCalls;
import dev.idgen.store.Clocks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Runs scripts over the application's connections, with any driver, on a few threads of its own, because drivers block.
 * After Spring has stopped the application's Jedis connections, it uses its own until it closes, see {@link
 * JedisConnections}.
 *
 * <p>Thread-safe.
 */
final class BlockingScriptRunner implements ScriptRunner {

    /**
     * A hanging server holds a thread for as long as the driver waits, 2 s by default, and gets about four probes a
     * second. Requests to other servers need threads meanwhile.
     */
    private static final int THREADS = 16;

    private static final int LONGEST_SEARCH_SECONDS = 3;

    private final RedisConnectionFactory factory;

    /** Another store would begin anew, so it is no advice once Redis may have issued ids. */
    private volatile String otherwise;

    private final BlockingCalls calls;
    private final @Nullable JedisJudges judges;
    private final @Nullable MasterConfirmation masters;

    /** The address of the master that sentinels have named; empty if they must be asked. */
    private volatile String master = "";

    /**
     * Connections of its own, after the application's factory has stopped. This object's monitor guards both fields.
     */
    private @Nullable JedisConnectionFactory own;

    private boolean closed;

    BlockingScriptRunner(RedisConnectionFactory factory, Clocks time, String otherwise) {
        this.otherwise = otherwise;
        this.factory = factory;
        this.calls = new BlockingCalls("idgen-redis", THREADS, time);
        this.judges = RedisServers.JEDIS && factory instanceof JedisConnectionFactory jedis
                ? JedisJudges.of(jedis, time)
                : null;
        this.masters = judges == null ? null : judges.confirmation(time, named -> master = named);
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return calls.<CompletionStage<ScriptReply>>call(() -> {
                    String server = master();
                    try (RedisConnection connection = connect(server)) {
                        List<?> answer = answer(connection, script, keys, arguments);
                        otherwise = "";
                        if (masters == null || judges == null || !script.isConfirmed()) {
                            return CompletableFuture.completedFuture(new ScriptReply(answer));
                        }
                        judges.look(connection);
                        return masters.confirm(answer, server, keys.get(0));
                    } catch (RuntimeException e) {
                        master = "";
                        throw e;
                    }
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        ExplainedRedisException.of(failure, () -> RedisServers.reachedBy(factory), otherwise)))
                .thenCompose(reply -> reply);
    }

    @Override
    public String place() {
        return RedisServers.reachedBy(factory).place();
    }

    /** The address of the master that sentinels name; empty without sentinels. */
    private String master() throws InterruptedException, ExecutionException, TimeoutException {
        if (masters == null || judges == null || judges.inCluster()) {
            return "";
        }
        String known = master;
        if (known.isEmpty()) {
            known = masters.master().toCompletableFuture().get(LONGEST_SEARCH_SECONDS, TimeUnit.SECONDS);
            master = known;
        }
        return known;
    }

    /** Sends a script over a connection, and waits for the answer. */
    static ScriptReply send(RedisConnection connection, LuaScript script, List<String> keys, List<String> arguments) {
        return new ScriptReply(answer(connection, script, keys, arguments));
    }

    private static List<?> answer(
            RedisConnection connection, LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] all = Stream.concat(keys.stream(), arguments.stream())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        try {
            return connection.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, keys.size(), all);
        } catch (RuntimeException e) {
            if (!LuaScript.isUnknown(e)) {
                throw e;
            }
            byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
            return connection.scriptingCommands().eval(text, ReturnType.MULTI, keys.size(), all);
        }
    }

    private RedisConnection connect(String server) {
        if (judges != null && !server.isEmpty()) {
            return judges.connect(server);
        }
        return RedisServers.JEDIS && JedisConnections.isStopped(factory) ? connectAlone() : factory.getConnection();
    }

    private synchronized RedisConnection connectAlone() {
        if (closed) {
            throw new IllegalStateException("closed with its context");
        }
        JedisConnectionFactory present = own;
        if (present == null) {
            present = JedisConnections.like(factory);
            own = present;
        }
        return present.getConnection();
    }

    @Override
    public void close() {
        calls.close();
        if (judges != null) {
            judges.close();
        }
        disconnect();
    }

    private synchronized void disconnect() {
        closed = true;
        if (own != null) {
            own.destroy();
            own = null;
        }
    }
}
