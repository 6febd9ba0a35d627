package dev.idgen.redis;

import dev.idgen.store.Clocks;
import dev.idgen.store.DaemonThreads;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Runs scripts over one asynchronous Lettuce connection of its own, with the settings of the application's connection
 * factory, see {@link LettuceConnections}.
 *
 * <p>Connecting blocks, so it has a thread of its own, and requests wait for its outcome. It begins at once, while the
 * application creates other beans. Lettuce reconnects by itself, but this runner gives up a connection that has not
 * answered for a while. In a network that drops packets, TCP would need minutes to notice. It also gives up a
 * connection to a master that sentinels have replaced, see {@link MasterConfirmation}, and one to a replica. The host
 * name or proxy may lead to the master by now, and nothing else ends the connection. Running requests then fail, and
 * late answers are dropped.
 *
 * <p>Thread-safe.
 */
final class LettuceScriptRunner implements ScriptRunner {

    private static final long MIN_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_SEARCH_SECONDS = 3;

    /** Neither sentinels that contradict each other at each look nor a replica may make it reconnect all the time. */
    private static final long MIN_STAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LettuceConnections connections;
    private final Clocks time;

    /** Another store would begin anew, so it is no advice once Redis may have issued ids. */
    private volatile String otherwise;

    private final long silenceNanos;
    private final ExecutorService connector;
    private final List<LettuceJudge<?>> sentinels;
    private final @Nullable MasterConfirmation masters;
    private volatile long leftMasterAt;

    /** Whether a connection has opened, or the first attempt has timed out. Only the connector uses it. */
    private boolean opened;

    private final AtomicReference<@Nullable CompletableFuture<Link>> link = new AtomicReference<>();

    /** A connection and the times of its opening and of its last sign of life. */
    private static final class Link {

        private final RedisClusterAsyncCommands<byte[], byte[]> commands;
        private final long openedAt;
        private volatile long aliveAt;
        private volatile boolean givenUp;

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
        this.leftMasterAt = time.nanoTime() - MIN_STAY_NANOS;
        this.sentinels = connections.sentinels();
        this.masters = confirmation();
        connected();
    }

    @Override
    public CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments) {
        return connected()
                .thenCompose(to -> send(to, script, keys, arguments)
                        .thenCompose(answer -> masters != null && script.isConfirmed()
                                ? masters.confirm(answer, to.server, keys.get(0))
                                : unconfirmed(to, answer)));
    }

    /** A counter does not wait for sentinels, but leaves a master that they have replaced. */
    private CompletionStage<ScriptReply> unconfirmed(Link to, List<Object> answer) {
        if (masters != null && !to.server.isEmpty()) {
            masters.confirm(List.of(), to.server, "");
        }
        return CompletableFuture.completedFuture(new ScriptReply(answer));
    }

    private @Nullable MasterConfirmation confirmation() {
        boolean inCluster = connections.factory().isClusterAware();
        return !inCluster && sentinels.isEmpty()
                ? null
                : new MasterConfirmation(
                        inCluster, () -> inCluster ? clusterMasters() : sentinels, time, this::isReplaced);
    }

    @SuppressWarnings("deprecation") // nothing else leads from commands to their connection
    private List<LettuceJudge<?>> clusterMasters() {
        Link present = established(link.get());
        return present == null
                ? List.of()
                : connections.masters(
                        ((RedisAdvancedClusterAsyncCommands<byte[], byte[]>) present.commands).getStatefulConnection());
    }

    private CompletableFuture<List<Object>> send(Link to, LuaScript script, List<String> keys, List<String> arguments) {
        byte[][] keyBytes = bytes(keys);
        byte[][] argumentBytes = bytes(arguments);
        CompletableFuture<List<Object>> reply = new CompletableFuture<>();
        to.commands
                .<List<Object>>evalsha(script.sha1(), ScriptOutputType.MULTI, keyBytes, argumentBytes)
                .whenComplete((answer, failure) -> {
                    if (failure != null && LuaScript.isUnknown(failure)) {
                        to.commands
                                .<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keyBytes, argumentBytes)
                                .whenComplete((second, problem) -> settle(to, reply, second, problem));
                    } else {
                        settle(to, reply, answer, failure);
                    }
                });
        return reply;
    }

    @Override
    public String place() {
        return connections.servers().place();
    }

    private void settle(
            Link on,
            CompletableFuture<List<Object>> reply,
            @Nullable List<Object> answer,
            @Nullable Throwable failure) {
        long now = time.nanoTime();
        if (failure == null || failure instanceof RedisCommandExecutionException) {
            on.aliveAt = now;
        }
        // In a cluster, this object holds the connections to all nodes; topology refresh replaces dead ones.
        if (failure != null && !connections.factory().isClusterAware()) {
            boolean silent = now - on.aliveAt > silenceNanos;
            boolean stayed = now - on.openedAt >= MIN_STAY_NANOS;
            if (silent || (stayed && ExplainedRedisException.isOfReplica(failure))) {
                giveUp(on);
            }
        }
        if (failure != null) {
            reply.completeExceptionally(explained(failure));
        } else if (on.givenUp) {
            // The new master does not know what the replaced one grants.
            reply.completeExceptionally(new RedisConnectionFailureException("idgen gave up the connection meanwhile"));
        } else {
            reply.complete(answer);
        }
    }

    private CompletableFuture<Link> connected() {
        CompletableFuture<Link> current = link.get();
        if (current != null && (connector.isShutdown() || !current.isCompletedExceptionally())) {
            return current;
        }
        CompletableFuture<Link> attempt = new CompletableFuture<>();
        if (!link.compareAndSet(current, attempt)) {
            return connected();
        }
        execute(() -> connect(attempt));
        return attempt;
    }

    private void connect(CompletableFuture<Link> attempt) {
        try {
            String server = sentinels.isEmpty() ? "" : named();
            LettuceConnectionFactory factory = server.isEmpty() ? connections.factory() : connections.to(server);
            connect(attempt, factory, server);
        } catch (Exception | Error e) {
            attempt.completeExceptionally(explained(e));
        }
    }

    private String named() throws InterruptedException, ExecutionException, TimeoutException {
        return Objects.requireNonNull(masters)
                .master()
                .toCompletableFuture()
                .get(LONGEST_SEARCH_SECONDS, TimeUnit.SECONDS);
    }

    private void connect(CompletableFuture<Link> attempt, LettuceConnectionFactory factory, String server) {
        try (RedisConnection connection = open(factory)) {
            // Closing returns the shared native connection to the factory, which keeps it open.
            @SuppressWarnings("unchecked")
            RedisClusterAsyncCommands<byte[], byte[]> commands =
                    (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
            opened = true;
            otherwise = "";
            attempt.complete(new Link(commands, time.nanoTime(), server));
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
            if (opened || !isTimeout(e)) {
                throw e;
            }
            opened = true;
            return factory.getConnection();
        }
    }

    private static boolean isTimeout(Throwable failure) {
        return ExplainedRedisException.causes(failure).anyMatch(RedisCommandTimeoutException.class::isInstance);
    }

    private Throwable explained(Throwable failure) {
        return ExplainedRedisException.of(failure, connections::servers, otherwise);
    }

    private void isReplaced(String master) {
        Link present = established(link.get());
        long now = time.nanoTime();
        // In a cluster, this object holds the connections to all nodes.
        if (present != null && !present.server.isEmpty() && now - leftMasterAt >= MIN_STAY_NANOS) {
            leftMasterAt = now;
            giveUp(present);
        }
    }

    private static @Nullable Link established(@Nullable CompletableFuture<Link> current) {
        return current == null || current.isCompletedExceptionally() ? null : current.getNow(null);
    }

    private void giveUp(Link former) {
        CompletableFuture<Link> current = link.get();
        if (established(current) != former) {
            return;
        }
        former.givenUp = true;
        CompletableFuture<Link> attempt = new CompletableFuture<>();
        if (link.compareAndSet(current, attempt)) {
            execute(() -> {
                try {
                    if (former.server.isEmpty()) {
                        connections.factory().resetConnection();
                    }
                } finally {
                    connect(attempt);
                }
            });
        }
    }

    private void execute(Runnable task) {
        try {
            connector.execute(task);
        } catch (RejectedExecutionException e) {
            // closed: close() closes what the task would have opened
        }
    }

    @Override
    public void close() {
        connector.shutdown();
        link.set(CompletableFuture.failedFuture(new IllegalStateException("closed with its context")));
        connections.close();
    }

    private static byte[][] bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }
}
