package dev.idgen.redis;

import dev.idgen.store.Clocks;
import dev.idgen.store.MasterWatch;
import dev.idgen.store.MasterWatch.Master;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.ClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.SentinelConfiguration;

/**
 * Lets an answer about leases pass only if the server that gave it is the master, see {@link MasterWatch}. Without
 * Sentinel and Redis Cluster, all answers pass. Thread-safe.
 */
final class MasterConfirmation {

    private static final long LONGEST_SEARCH_SECONDS = 3;

    private final boolean inCluster;

    /** Empty without sentinels. */
    private final String masterName;

    private final Consumer<String> replaced;
    private final MasterWatch watch;

    /**
     * @param <A> the type of the judges' addresses
     * @param addresses where the sentinels, or the masters of the cluster, are at the moment
     * @param opening makes a judge of its address and the name that sentinels have for the master
     * @param replaced receives the address or node id of the master if another server answered
     */
    <A> MasterConfirmation(
            @Nullable RedisConfiguration servers,
            Supplier<List<A>> addresses,
            BiFunction<A, String, RedisJudge> opening,
            Clocks time,
            Consumer<String> replaced) {
        this.inCluster = servers instanceof ClusterConfiguration;
        this.masterName = servers instanceof SentinelConfiguration sentinels ? RedisServers.masterName(sentinels) : "";
        this.replaced = replaced;
        Map<A, RedisJudge> judges = new HashMap<>(); // used by one thread at a time
        this.watch = new MasterWatch(
                inCluster ? "cluster's masters" : "sentinels",
                () -> present(judges, addresses.get(), address -> opening.apply(address, masterName)),
                time,
                (task, millis) -> CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(task));
    }

    /** Makes the judges those at the present addresses. */
    private static <A> List<RedisJudge> present(
            Map<A, RedisJudge> judges, List<A> present, Function<A, RedisJudge> opening) {
        judges.forEach((address, judge) -> {
            if (!present.contains(address)) {
                judge.disconnect();
            }
        });
        judges.keySet().retainAll(present);
        return present.stream()
                .map(address -> judges.computeIfAbsent(address, opening))
                .toList();
    }

    /**
     * Waits until a majority has named the server that answered, if the script wants that. Else it does not wait, but
     * tells if sentinels have replaced the server.
     *
     * @param server its address, as sentinels write it; empty without sentinels: a node of a cluster tells its id itself
     * @return fails if another server is the master
     */
    CompletionStage<ScriptReply> reply(LuaScript script, List<?> answer, String server, String key) {
        if (inCluster && script.isConfirmed()) {
            return answer.get(ScriptReply.NODE) instanceof byte[] node && node.length > 0
                    ? confirmed(answer, new String(node, StandardCharsets.UTF_8), key)
                    : CompletableFuture.failedFuture(ExplainedRedisException.unsuitable(
                            "a script cannot ask this Redis Cluster for the id of its node. Grant the Redis user"
                                    + " '+cluster|myid' and '+cluster|nodes'"));
        }
        CompletionStage<ScriptReply> unconfirmed = CompletableFuture.completedStage(new ScriptReply(answer));
        if (server.isEmpty()) {
            return unconfirmed;
        }
        CompletionStage<ScriptReply> confirmed = confirmed(answer, server, key);
        return script.isConfirmed() ? confirmed : unconfirmed;
    }

    private CompletionStage<ScriptReply> confirmed(List<?> answer, String server, String key) {
        return watch.master(key).thenApply(master -> {
            if (!master.server().equals(server)) {
                replaced.accept(master.server());
                throw new IllegalStateException("the master is " + master.server() + ", but " + server
                        + " has answered: idgen does not use its answer");
            }
            return new ScriptReply(answer, master.epoch());
        });
    }

    /** Waits until a majority of the sentinels has named the only master; empty without sentinels. */
    String master() throws InterruptedException, ExecutionException, TimeoutException {
        return masterName.isEmpty()
                ? ""
                : watch.master("")
                        .thenApply(Master::server)
                        .toCompletableFuture()
                        .get(LONGEST_SEARCH_SECONDS, TimeUnit.SECONDS);
    }
}
