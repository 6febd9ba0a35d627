package dev.idgen.internal.store.redis;

import dev.idgen.internal.request.BlockingCalls;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;

/** A server that the application's connections lead to, whatever their driver. */
final class BorrowedServer implements AskedServer {

    private final @Nullable RedisClusterNode node;
    private final Supplier<RedisConnection> connections;
    private final BlockingCalls calls;

    private BorrowedServer(
            @Nullable RedisClusterNode node, Supplier<RedisConnection> connections, BlockingCalls calls) {
        this.node = node;
        this.connections = connections;
        this.calls = calls;
    }

    /** The one server behind the connections, or all masters of the cluster that they lead to. Blocks. */
    static List<AskedServer> of(Supplier<RedisConnection> connections, BlockingCalls calls) {
        try (RedisConnection connection = connections.get()) {
            return connection instanceof RedisClusterConnection cluster
                    ? StreamSupport.stream(cluster.clusterGetNodes().spliterator(), false)
                            .filter(node -> node.isMaster()
                                    && !node.getSlotRange().getSlots().isEmpty())
                            .map(node -> new BorrowedServer(node, connections, calls))
                            .collect(Collectors.toUnmodifiableList())
                    : List.of(new BorrowedServer(null, connections, calls));
        }
    }

    @Override
    public String address() {
        return node == null ? "" : node.asString();
    }

    @Override
    public CompletionStage<Map<String, String>> info() {
        return ask(
                connection -> fields(connection.serverCommands().info()),
                (cluster, its) -> fields(cluster.serverCommands().info(its)));
    }

    @Override
    public CompletionStage<Map<String, String>> config(String pattern) {
        return ask(
                connection -> fields(connection.serverCommands().getConfig(pattern)),
                (cluster, its) -> fields(cluster.serverCommands().getConfig(its, pattern)));
    }

    @Override
    public CompletionStage<Long> time() {
        return ask(
                connection -> Objects.requireNonNull(connection.serverCommands().time()),
                (cluster, its) ->
                        Objects.requireNonNull(cluster.serverCommands().time(its)));
    }

    /** A question to one of a cluster's nodes. */
    private interface NodeQuestion<T> {

        T of(RedisClusterConnection cluster, RedisClusterNode node);
    }

    private <T> CompletionStage<T> ask(Function<? super RedisConnection, ? extends T> single, NodeQuestion<T> ofNode) {
        RedisClusterNode its = node;
        return calls.call(() -> {
            try (RedisConnection connection = connections.get()) {
                return its != null && connection instanceof RedisClusterConnection cluster
                        ? ofNode.of(cluster, its)
                        : single.apply(connection);
            }
        });
    }

    private static Map<String, String> fields(@Nullable Properties properties) {
        Properties all = Objects.requireNonNull(properties);
        return all.stringPropertyNames().stream().collect(Collectors.toMap(name -> name, all::getProperty));
    }
}
