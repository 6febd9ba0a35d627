package dev.idgen.redis;

import dev.idgen.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Runs scripts over the application's connections, whatever driver they belong to, on a few threads of its own: the
 * drivers block. Their own timeouts bound how long a thread is held; a caller does not wait for it.
 *
 * <p>Thread-safe.
 */
final class BlockingScriptRunner implements ScriptRunner {

    /** How long a request may wait for a thread: nobody waits for its answer any more after that. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int THREADS = 8;
    private static final int QUEUED = 1024;

    private final RedisConnectionFactory factory;
    private final TimeSource time;
    private final ExecutorService threads = DaemonThreads.pool("idgen-redis", THREADS, QUEUED);

    BlockingScriptRunner(RedisConnectionFactory factory, TimeSource time) {
        this.factory = factory;
        this.time = time;
    }

    @Override
    public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] keysAndArguments = Stream.concat(keys.stream(), arguments.stream())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        try {
            long submittedAt = time.nanoTime();
            return CompletableFuture.supplyAsync(
                    () -> {
                        if (time.nanoTime() - submittedAt > PATIENCE.toNanos()) {
                            throw new IllegalStateException("all threads wait for Redis");
                        }
                        return call(script, keys.size(), keysAndArguments);
                    },
                    threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private List<Object> call(LuaScript script, int keys, byte[][] keysAndArguments) {
        try (RedisConnection connection = factory.getConnection()) {
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

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
