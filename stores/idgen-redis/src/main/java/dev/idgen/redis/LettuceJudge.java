package dev.idgen.redis;

import dev.idgen.store.MasterWatch.Judge;
import dev.idgen.store.MasterWatch.Judgement;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.AsyncCloseable;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A sentinel, or a master of a cluster, that is asked through Lettuce, over a connection of its own. A connection that
 * has failed, or was silent for a second, is replaced: it may hang for minutes after its network has recovered.
 * Thread-safe.
 */
final class LettuceJudge<C extends StatefulConnection<String, String>> implements Judge {

    private static final long PATIENCE_MILLIS = 1000;

    private final String address;
    private final Supplier<CompletableFuture<C>> connecting;
    private final Function<C, CompletionStage<Judgement>> asking;
    private final AtomicReference<@Nullable CompletableFuture<C>> latest = new AtomicReference<>();

    private LettuceJudge(
            RedisURI address,
            Supplier<CompletableFuture<C>> connecting,
            Function<C, CompletionStage<Judgement>> asking) {
        this.address = address.getHost() + ":" + address.getPort();
        this.connecting = connecting;
        this.asking = asking;
    }

    static LettuceJudge<?> sentinel(RedisClient client, RedisURI address, String masterName) {
        return new LettuceJudge<>(
                address,
                () -> client.connectSentinelAsync(StringCodec.UTF8, address),
                connection -> view(connection.async(), masterName));
    }

    static LettuceJudge<?> clusterMaster(RedisClient client, RedisURI address) {
        return new LettuceJudge<>(
                address,
                () -> client.connectAsync(StringCodec.UTF8, address).toCompletableFuture(),
                connection -> connection.async().clusterNodes().thenApply(ClusterView::of));
    }

    /** If a failover comes in between, the earlier details go with the new address. */
    private static CompletionStage<Judgement> view(
            RedisSentinelAsyncCommands<String, String> sentinel, String masterName) {
        CompletionStage<Map<String, String>> details = sentinel.master(masterName);
        return details.thenCombine(
                sentinel.getMasterAddrByName(masterName),
                (told, named) -> named instanceof InetSocketAddress socket
                        ? SentinelView.of(told, socket.getHostString() + ":" + socket.getPort())
                        : new SentinelView(null));
    }

    @Override
    public CompletionStage<Judgement> ask() {
        CompletableFuture<C> kept = latest.get();
        if (kept != null && kept.isDone() && !isOpen(kept)) {
            drop(kept);
            kept = null;
        }
        CompletableFuture<C> used = kept == null ? connecting.get() : kept;
        latest.compareAndSet(null, used);
        return used.thenCompose(asking)
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((judgement, failure) -> {
                    if (failure != null) {
                        drop(used);
                    }
                });
    }

    private static boolean isOpen(CompletableFuture<? extends StatefulConnection<?, ?>> connected) {
        return !connected.isCompletedExceptionally() && connected.join().isOpen();
    }

    private void drop(CompletableFuture<C> former) {
        latest.compareAndSet(former, null);
        var unused = former.thenAccept(AsyncCloseable::closeAsync);
    }

    @Override
    public String toString() {
        return address;
    }
}
