package dev.idgen.redis;

import dev.idgen.store.Clocks;
import dev.idgen.store.DaemonThreads;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Runs scripts over its own asynchronous Lettuce connection, with the settings of the application's connection
 * factory, see {@link LettuceConnections}.
 *
 * <p>Connecting blocks, so it has its own thread, and requests wait for its outcome. It begins at once, while the
 * application creates other beans. Lettuce reconnects by itself, but this runner gives up a connection that has not
 * answered for a while: another may say why. It also gives up a connection to a master that sentinels have replaced, see
 * {@link MasterConfirmation}, and one to a replica. The host name or proxy may lead to the master by now, and nothing
 * else ends the connection. Running requests then fail, and late answers are dropped.
 *
 * <p>Thread-safe.
 */
final class LettuceScriptRunner implements ScriptRunner {

    private static final long MIN_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Neither sentinels that contradict each other at each look nor a replica may make it reconnect all the time. */
    private static final long MIN_STAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LettuceConnections connections;
    private final Clocks time;

    /** Another store would begin anew, so it is no advice once Redis may have issued ids. */
    private volatile String otherwise;

    private final long silenceNanos;
    private final ExecutorService connector;
    private final MasterConfirmation masters;

    /** Whether a connection has opened, or the first attempt has timed out. Only the connector uses it. */
    private boolean opened;

    private final AtomicReference<@Nullable CompletableFuture<Link>> link = new AtomicReference<>();

    /** A connection and the times of its opening and of its last sign of life. */
    private static final class Link {

        private final RedisClusterAsyncCommands<byte[], byte[]> commands;
        private final long openedAt;
        private volatile long aliveAt;

        /** What the connection leads to for as long as it exists, as sentinels write it; empty without sentinels. */
        private final String server;

        Link(RedisClusterAsyncCommands<byte[], byte[]> commands, long openedAt, String server) {
            this.commands = commands;
            this.openedAt = openedAt;
            this.aliveAt = openedAt;
            this.server = server;
        }
    }

    LettuceScriptRunner(LettuceConnections connections, Duration requestTimeout, Clocks time, String otherwise) {
        this.otherwise = otherwise;
        this.connections = connections;
        this.time = time;
        this.silenceNanos = Math.max(MIN_SILENCE_NANOS, 4 * requestTimeout.toNanos());
        this.connector = DaemonThreads.pool("idgen-redis-connect", 1, Integer.MAX_VALUE);
        this.masters = new MasterConfirmation(
                connections.servers(), this::judges, connections::judge, time, master -> giveUp(established()));
        connected();
    }

    private List<RedisURI> judges() {
        Link present = established();
        return connections.judges(present == null ? null : present.commands);
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return connected()
                .thenCompose(to -> send(to, script, keys, arguments)
                        .handle((answer, failure) -> settled(to, answer, failure))
                        .thenCompose(answer -> masters.reply(script, answer, to.server, keys.get(0))));
    }

    private static CompletionStage<List<Object>> send(
            Link to, LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] keyBytes = LuaScript.bytes(keys.stream());
        byte[][] argumentBytes = LuaScript.bytes(arguments.stream());
        return to.commands
                .<List<Object>>evalsha(script.sha1(), ScriptOutputType.MULTI, keyBytes, argumentBytes)
                .exceptionallyCompose(failure -> ExplainedRedisException.says(failure, LuaScript.UNKNOWN)
                        ? to.commands.eval(script.text(), ScriptOutputType.MULTI, keyBytes, argumentBytes)
                        : CompletableFuture.failedFuture(failure));
    }

    @Override
    public String place() {
        return RedisServers.of(connections.servers()).place();
    }

    private List<Object> settled(Link on, @Nullable List<Object> answer, @Nullable Throwable failure) {
        long now = time.nanoTime();
        if (failure == null || has(failure, RedisCommandExecutionException.class)) {
            on.aliveAt = now;
        }
        if (failure != null) {
            if (now - on.aliveAt > silenceNanos
                    || ExplainedRedisException.says(failure, ExplainedRedisException.REPLICA)) {
                giveUp(on);
            }
            throw new CompletionException(explained(failure));
        }
        if (established() != on) {
            // The new master does not know what the replaced one grants.
            throw new RedisConnectionFailureException("idgen gave up the connection meanwhile");
        }
        return Objects.requireNonNull(answer);
    }

    private CompletableFuture<Link> connected() {
        CompletableFuture<Link> current = link.get();
        return current != null && (connector.isShutdown() || !current.isCompletedExceptionally())
                ? current
                : connectedAnew(current);
    }

    private CompletableFuture<Link> connectedAnew(@Nullable CompletableFuture<Link> former) {
        CompletableFuture<Link> attempt = new CompletableFuture<>();
        if (!link.compareAndSet(former, attempt)) {
            return connected();
        }
        try {
            connector.execute(() -> connect(attempt));
        } catch (RejectedExecutionException e) {
            // closed: close() closes what the task would have opened
        } catch (VirtualMachineError e) { // for example if the system allows no more threads
            attempt.completeExceptionally(e);
        }
        return attempt;
    }

    private void connect(CompletableFuture<Link> attempt) {
        try {
            String server = masters.master();
            try (RedisConnection connection = open(connections.to(server))) {
                // Closing returns the shared native connection to the factory, which keeps it open.
                @SuppressWarnings("unchecked")
                RedisClusterAsyncCommands<byte[], byte[]> commands =
                        (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
                opened = true;
                otherwise = "";
                attempt.complete(new Link(commands, time.nanoTime(), server));
            }
        } catch (Exception | Error e) {
            attempt.completeExceptionally(explained(e));
        }
    }

    /**
     * Opens a connection. The first attempt loads classes and runs code that is not compiled yet. With little CPU, that
     * may take longer than the timeout for the server's greeting, so this tries twice.
     */
    private RedisConnection open(LettuceConnectionFactory factory) {
        try {
            return factory.getConnection();
        } catch (RuntimeException e) {
            if (opened || !has(e, RedisCommandTimeoutException.class)) {
                throw e;
            }
            opened = true;
            return factory.getConnection();
        }
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> cause) {
        return ExplainedRedisException.causes(failure).anyMatch(cause::isInstance);
    }

    private Throwable explained(Throwable failure) {
        return ExplainedRedisException.of(
                failure, () -> RedisServers.of(connections.servers()).advice() + otherwise);
    }

    /** The present connection; null while there is none. */
    private @Nullable Link established() {
        CompletableFuture<Link> current = link.get();
        return current == null || current.isCompletedExceptionally() ? null : current.getNow(null);
    }

    /** In a cluster, a link holds the connections to all nodes, which Lettuce replaces one by one. */
    private void giveUp(@Nullable Link former) {
        CompletableFuture<Link> current = link.get();
        if (former != null
                && former == established()
                && time.nanoTime() - former.openedAt >= MIN_STAY_NANOS
                && !connections.factory().isClusterAware()) {
            var unused = connectedAnew(current);
        }
    }

    @Override
    public void close() {
        connector.shutdown();
        link.set(CompletableFuture.failedFuture(new IllegalStateException("closed with its context")));
        connections.close();
    }
}
