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
 * Runs scripts over the application's connections, whatever driver they belong to, on a few threads of its own: the
 * drivers block. When Spring has stopped the application's Jedis connections, it has its own until it is closed, see
 * {@link JedisConnections}.
 *
 * <p>Thread-safe.
 */
final class BlockingScriptRunner implements ScriptRunner {

    /**
     * A server that hangs holds a thread for as long as the driver waits, by default 2 s, and is probed some four times
     * a second. The others need threads meanwhile.
     */
    private static final int THREADS = 16;

    private final RedisConnectionFactory factory;
    private final String otherwise;
    private final BlockingCalls calls;

    /**
     * Connections of its own for the time after the application's factory was stopped. Its monitor guards these two.
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
                        return send(connection, script, keys, arguments);
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
