package dev.idgen.internal.store.redis;

import dev.idgen.internal.request.BlockingCalls;
import dev.idgen.internal.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Runs scripts over the application's connections, whatever driver they belong to, on a few threads of its own: the
 * drivers block. When Spring has stopped the application's Jedis connections, it has its own until it is closed, see {@link
 * JedisConnections}.
 *
 * <p>Thread-safe.
 */
final class BlockingScriptRunner implements ScriptRunner {

    /**
     * A server that hangs holds a thread for as long as the driver waits, by default 2 s, and is probed some four times a second. The
     * others need threads meanwhile.
     */
    private static final int THREADS = 16;

    private final RedisConnectionFactory factory;
    private final String otherwise;
    private final BlockingCalls calls;
    private final boolean jedis;

    /** Connections of its own for the time after the application's factory was stopped. Its monitor guards these two. */
    private @Nullable JedisConnectionFactory own;

    private boolean closed;

    BlockingScriptRunner(RedisConnectionFactory factory, TimeSource time, String otherwise) {
        this.otherwise = otherwise;
        this.factory = factory;
        this.calls = new BlockingCalls("idgen-redis", THREADS, time);
        this.jedis = ClassUtils.isPresent("redis.clients.jedis.Jedis", BlockingScriptRunner.class.getClassLoader());
    }

    @Override
    public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] keysAndArguments = Stream.concat(keys.stream(), arguments.stream())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return calls.call(() -> sendOverAny(script, keys.size(), keysAndArguments))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(explained(failure)));
    }

    private Throwable explained(Throwable failure) {
        Throwable refusal = RedisRefusalException.explained(failure);
        return refusal == failure
                ? RedisUnreachableException.explained(failure, BorrowedServers.of(factory), otherwise)
                : refusal;
    }

    @Override
    public CompletionStage<List<AskedServer>> servers() {
        return calls.call(() -> BorrowedServer.of(this::connect, calls));
    }

    @Override
    public RedisServers settings() {
        return BorrowedServers.of(factory);
    }

    @Override
    public Set<Integer> databasesWith(List<String> keys, Set<Integer> databases) {
        return jedis ? JedisConnections.databasesWith(factory, keys, databases) : Set.of();
    }

    private List<Object> sendOverAny(LuaScript script, int keys, byte[][] keysAndArguments) {
        try (RedisConnection connection = connect()) {
            try {
                return connection.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, keys, keysAndArguments);
            } catch (RuntimeException e) {
                if (!NoScript.isCauseOf(e)) {
                    throw e;
                }
                byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
                return connection.scriptingCommands().eval(text, ReturnType.MULTI, keys, keysAndArguments);
            }
        }
    }

    private RedisConnection connect() {
        return jedis && JedisConnections.isStopped(factory) ? connectAlone() : factory.getConnection();
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
