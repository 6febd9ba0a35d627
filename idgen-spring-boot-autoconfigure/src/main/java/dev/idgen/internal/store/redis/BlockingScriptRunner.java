package dev.idgen.internal.store.redis;

import dev.idgen.internal.request.BlockingCalls;
import dev.idgen.internal.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

    private final RedisConnectionFactory factory;

    /** Another store would begin anew, so it is no advice once Redis may have issued ids. */
    private volatile String otherwise;

    private final BlockingCalls calls;

    /**
     * Connections of its own, after the application's factory has stopped. This object's monitor guards both fields.
     */
    private @Nullable JedisConnectionFactory own;

    private boolean closed;

    BlockingScriptRunner(RedisConnectionFactory factory, TimeSource time, String otherwise) {
        this.otherwise = otherwise;
        this.factory = factory;
        this.calls = new BlockingCalls("idgen-redis", THREADS, time);
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return calls.call(() -> {
                    try (RedisConnection connection = connect()) {
                        ScriptReply reply = send(connection, script, keys, arguments);
                        otherwise = "";
                        return reply;
                    }
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        ExplainedRedisException.of(failure, () -> RedisServers.reachedBy(factory), otherwise)));
    }

    @Override
    public String place() {
        return RedisServers.reachedBy(factory).place();
    }

    /** Sends a script over a connection, and waits for the answer. */
    static ScriptReply send(RedisConnection connection, LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] all = Stream.concat(keys.stream(), arguments.stream())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        try {
            return new ScriptReply(
                    connection.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, keys.size(), all));
        } catch (RuntimeException e) {
            if (!LuaScript.isUnknown(e)) {
                throw e;
            }
            byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
            return new ScriptReply(connection.scriptingCommands().eval(text, ReturnType.MULTI, keys.size(), all));
        }
    }

    private RedisConnection connect() {
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
