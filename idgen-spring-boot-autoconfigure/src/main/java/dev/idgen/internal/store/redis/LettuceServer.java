package dev.idgen.internal.store.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A server that Lettuce is connected to. */
final class LettuceServer implements AskedServer {

    private final String address;
    private final CompletionStage<RedisServerAsyncCommands<byte[], byte[]>> commands;

    private LettuceServer(String address, CompletionStage<RedisServerAsyncCommands<byte[], byte[]>> commands) {
        this.address = address;
        this.commands = commands;
    }

    /** The one server behind a connection, or all masters of the cluster that it leads to. */
    @SuppressWarnings("deprecation") // there is no other way yet from commands to what knows the cluster
    static List<AskedServer> of(RedisServerAsyncCommands<byte[], byte[]> commands) {
        return commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster
                ? masters(cluster.getStatefulConnection())
                : List.of(new LettuceServer("", CompletableFuture.completedFuture(commands)));
    }

    /** Over the connections that scripts use: by host and port, the cluster connection has one for each master. */
    private static List<AskedServer> masters(StatefulRedisClusterConnection<byte[], byte[]> cluster) {
        return cluster.getPartitions().stream()
                .filter(node -> node.getRole().isUpstream() && !node.getSlots().isEmpty())
                .map(node -> master(cluster, node))
                .collect(Collectors.toUnmodifiableList());
    }

    private static AskedServer master(StatefulRedisClusterConnection<byte[], byte[]> cluster, RedisClusterNode node) {
        String host = node.getUri().getHost();
        int port = node.getUri().getPort();
        return new LettuceServer(
                host + ":" + port, cluster.getConnectionAsync(host, port).thenApply(StatefulRedisConnection::async));
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public CompletionStage<Map<String, String>> info() {
        return commands.thenCompose(RedisServerAsyncCommands::info).thenApply(LettuceServer::fields);
    }

    /** The fields of {@code INFO}'s text, which has headings and empty lines in between. */
    static Map<String, String> fields(String info) {
        return info.lines()
                .filter(line -> line.indexOf(':') > 0)
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1),
                        (first, second) -> first));
    }

    @Override
    public CompletionStage<Map<String, String>> config(String pattern) {
        return commands.thenCompose(its -> its.configGet(pattern));
    }

    @Override
    public CompletionStage<Long> time() {
        return commands.thenCompose(RedisServerAsyncCommands::time).thenApply(LettuceServer::millis);
    }

    /** @param time seconds and microseconds */
    private static long millis(List<byte[]> time) {
        return TimeUnit.SECONDS.toMillis(number(time.get(0))) + TimeUnit.MICROSECONDS.toMillis(number(time.get(1)));
    }

    private static long number(byte[] digits) {
        return Long.parseLong(new String(digits, StandardCharsets.US_ASCII));
    }
}
