package dev.idgen.internal.store.redis;

import dev.idgen.internal.register.MasterWatch.Judge;
import dev.idgen.internal.register.MasterWatch.Judgement;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Asks sentinels, or the masters of a cluster, through Lettuce, each on a connection of its own. */
final class LettuceJudges {

    private static final long PATIENCE_MILLIS = 1000;

    private LettuceJudges() {}

    /** A sentinel. Keeps a connection until it fails. */
    record Sentinel(
            RedisClient client,
            RedisURI address,
            String masterName,
            AtomicReference<@Nullable CompletableFuture<StatefulRedisSentinelConnection<String, String>>> connection)
            implements Judge {

        Sentinel(RedisClient client, RedisURI address, String masterName) {
            this(client, address, masterName, new AtomicReference<>());
        }

        @Override
        public CompletionStage<Judgement> ask() {
            CompletableFuture<StatefulRedisSentinelConnection<String, String>> kept = connection.get();
            boolean isUsable = kept != null && (!kept.isDone() || isOpen(kept));
            CompletableFuture<StatefulRedisSentinelConnection<String, String>> used =
                    kept != null && isUsable ? kept : client.connectSentinelAsync(StringCodec.UTF8, address);
            if (used != kept && connection.compareAndSet(kept, used) && kept != null) {
                close(kept);
            }
            return used.thenCompose(to -> ask(to.async()))
                    .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .whenComplete((judgement, failure) -> {
                        if (failure != null && connection.compareAndSet(used, null)) {
                            close(used);
                        }
                    });
        }

        private static boolean isOpen(CompletableFuture<StatefulRedisSentinelConnection<String, String>> connected) {
            return !connected.isCompletedExceptionally() && connected.join().isOpen();
        }

        private static void close(CompletableFuture<StatefulRedisSentinelConnection<String, String>> connected) {
            var unused = connected.thenAccept(StatefulRedisSentinelConnection::closeAsync);
        }

        /** If a failover comes in between, the earlier details go with the new address. */
        private CompletionStage<Judgement> ask(RedisSentinelAsyncCommands<String, String> sentinel) {
            CompletionStage<Map<String, String>> details = sentinel.master(masterName);
            return details.thenCombine(
                    sentinel.getMasterAddrByName(masterName),
                    (told, named) -> named instanceof InetSocketAddress socket
                            ? SentinelView.of(told, socket.getHostString() + ":" + socket.getPort())
                            : new SentinelView(null));
        }

        @Override
        public String toString() {
            return address.getHost() + ":" + address.getPort();
        }
    }

    /** A master of a cluster. */
    record ClusterMaster(StatefulRedisClusterConnection<byte[], byte[]> cluster, String id, String address)
            implements Judge {

        /** Those that have slots, as far as the connection knows. */
        static List<ClusterMaster> all(StatefulRedisClusterConnection<byte[], byte[]> cluster) {
            return cluster.getPartitions().stream()
                    .filter(node -> node.getRole().isUpstream() && !node.hasNoSlots())
                    .map(node -> new ClusterMaster(
                            cluster,
                            node.getNodeId(),
                            node.getUri().getHost() + ":" + node.getUri().getPort()))
                    .toList();
        }

        @Override
        public CompletionStage<Judgement> ask() {
            return cluster.getConnectionAsync(id)
                    .thenCompose(node -> node.async().clusterNodes())
                    .<Judgement>thenApply(ClusterView::of)
                    .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        public String toString() {
            return address;
        }
    }
}
