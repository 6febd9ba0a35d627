package dev.idgen.redis;

import dev.idgen.StoreUnsuitableException;
import dev.idgen.store.Clocks;
import dev.idgen.store.MasterWatch;
import dev.idgen.store.MasterWatch.Judge;
import dev.idgen.store.MasterWatch.Master;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets an answer about leases pass only if the server that gave it is the master, see {@link MasterWatch}. Thread-safe.
 */
final class MasterConfirmation {

    private static final String ADVICE = " 'idgen.redis.accept-unseen-failovers: true' goes on without the guarantee";

    private final MasterWatch watch;
    private final boolean inCluster;
    private final Consumer<String> replaced;

    /**
     * @param judges the sentinels, or the masters of a cluster
     * @param replaced receives the address or node id of the master if another server answered
     */
    MasterConfirmation(
            boolean inCluster, Supplier<List<? extends Judge>> judges, Clocks time, Consumer<String> replaced) {
        this.watch = new MasterWatch(
                inCluster ? "cluster's masters" : "sentinels",
                judges,
                time,
                (task, millis) -> CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(task));
        this.inCluster = inCluster;
        this.replaced = replaced;
    }

    /**
     * Waits until a majority has named the server that answered.
     *
     * @param server its address, as sentinels write it; a node of a cluster tells its id itself
     * @return fails if another server is the master
     */
    CompletionStage<ScriptReply> confirm(List<?> answer, String server, String key) {
        String answered = inCluster && answer.get(ScriptReply.NODE) instanceof byte[] node
                ? new String(node, StandardCharsets.UTF_8)
                : server;
        if (answered.isEmpty()) {
            return CompletableFuture.failedFuture(new StoreUnsuitableException(
                    "a script cannot ask this Redis Cluster for the id of its node. Grant the Redis user"
                            + " '+cluster|myid' and '+cluster|nodes'." + ADVICE));
        }
        return watch.master(key)
                .exceptionallyCompose(MasterConfirmation::explained)
                .thenApply(master -> {
                    if (!master.server().equals(answered)) {
                        replaced.accept(master.server());
                        throw new IllegalStateException("the master is " + master.server() + ", but " + answered
                                + " has answered: idgen does not use its answer");
                    }
                    return new ScriptReply(answer, master.epoch());
                });
    }

    /** A majority's word about the only master. */
    CompletionStage<String> master() {
        return watch.master("").thenApply(Master::server);
    }

    /** Makes a refusal an error that says what to grant. */
    private static CompletionStage<Master> explained(Throwable failure) {
        String message = String.valueOf(ExplainedRedisException.causes(failure)
                .reduce((outer, cause) -> cause)
                .orElse(failure)
                .getMessage());
        return CompletableFuture.failedFuture(
                message.contains("NOPERM") || message.contains("ERR unknown")
                        ? new StoreUnsuitableException(message
                                + ". Grant the Redis user '+cluster|nodes', or the sentinels' user '+sentinel|master' and"
                                + " '+sentinel|get-master-addr-by-name'." + ADVICE)
                        : failure);
    }
}
