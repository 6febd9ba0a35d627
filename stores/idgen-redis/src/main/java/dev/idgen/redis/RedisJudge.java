package dev.idgen.redis;

import dev.idgen.store.MasterWatch.Judge;
import dev.idgen.store.MasterWatch.Judgement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * A sentinel, or a master of a cluster. While it has not answered, it is not asked again. After a failure, it is asked
 * over a fresh connection: the former may hang for minutes after its network has recovered. Thread-safe.
 */
abstract class RedisJudge implements Judge {

    private static final Pattern REFUSAL = Pattern.compile("NOPERM|ERR unknown");

    private final String address;
    private final String masterName;
    private final AtomicBoolean busy = new AtomicBoolean();

    /**
     * @param address {@code host:port}, for messages
     * @param masterName the name that sentinels have for the master; empty in a cluster
     */
    RedisJudge(String address, String masterName) {
        this.address = address;
        this.masterName = masterName;
    }

    /**
     * Sends a command, one at a time.
     *
     * @return the strings of the answer: none, one, or several
     */
    abstract CompletionStage<List<String>> send(String... command);

    /** Closes its connection, if it keeps one; the next command opens another. */
    void disconnect() {}

    @Override
    public final CompletionStage<Judgement> ask() {
        if (busy.getAndSet(true)) {
            return CompletableFuture.failedFuture(new IllegalStateException("has not answered"));
        }
        return CompletableFuture.completedFuture(this)
                .thenCompose(RedisJudge::judgement)
                .whenComplete((judgement, failure) -> {
                    if (failure != null) {
                        disconnect();
                    }
                    busy.set(false);
                })
                .exceptionallyCompose(RedisJudge::explained);
    }

    private CompletionStage<Judgement> judgement() {
        if (masterName.isEmpty()) {
            return send("CLUSTER", "NODES").thenApply(texts -> ClusterView.of(texts.get(0)));
        }
        // In this order: if a failover comes in between, the earlier details go with the new address.
        return send("SENTINEL", "MASTER", masterName)
                .thenCompose(details -> send("SENTINEL", "GET-MASTER-ADDR-BY-NAME", masterName)
                        .thenApply(named -> SentinelView.of(details, String.join(":", named))));
    }

    /** Makes a refusal an error that says what to grant. */
    private static CompletionStage<Judgement> explained(Throwable failure) {
        return CompletableFuture.failedFuture(ExplainedRedisException.causes(failure)
                .map(cause -> String.valueOf(cause.getMessage()))
                .filter(message -> REFUSAL.matcher(message).find())
                .reduce((outer, cause) -> cause)
                .<Throwable>map(message -> ExplainedRedisException.unsuitable(message
                        + ". Grant the Redis user '+cluster|nodes', or the sentinels' user '+sentinel|master' and"
                        + " '+sentinel|get-master-addr-by-name'"))
                .orElse(failure));
    }

    @Override
    public final String toString() {
        return address;
    }
}
