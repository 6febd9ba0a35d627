package dev.idgen.redis;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease store in Redis 5 or later, standalone, with Sentinel or in a cluster. A group is a hash. One script with this
 * key does both operations, so they work even while its slot moves. The run is the server's replication id, which
 * changes with each start of a master and each promotion. It also changes when the first replica connects, which is
 * harmless.
 *
 * <p>Thread-safe.
 */
public final class RedisLeaseStore implements LeaseStore {

    private static final Logger log = LoggerFactory.getLogger(RedisLeaseStore.class);

    private final ScriptRunner runner;
    private final LuaScript script;
    private final RedisKeys keys;
    private final boolean acceptUntold;

    /** The latest run that had replicas. This object's monitor guards it. */
    private String replicated = "";

    /**
     * Opens the lease store of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @param acceptUntold whether to use a server that does not reveal its run; failovers that lose writes may then
     *     repeat ids
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public RedisLeaseStore(ScriptRunner runner, String namespace, boolean acceptUntold) {
        this.runner = runner;
        this.script = LuaScript.leases(!acceptUntold);
        this.keys = new RedisKeys(namespace);
        this.acceptUntold = acceptUntold;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public CompletionStage<Snapshot> read(String group, List<String> names) {
        List<String> arguments = new ArrayList<>(List.of("look"));
        arguments.addAll(names);
        return run(group, names, arguments).thenApply(Swapped::after);
    }

    @Override
    public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
        List<String> arguments = new ArrayList<>(List.of(
                "swap", looked.run(), Long.toString(looked.time()), Long.toString(SNAPSHOT_LIMIT_MILLIS), name, next));
        for (String compared : looked.names()) {
            arguments.add(compared);
            arguments.add(looked.values().getOrDefault(compared, ""));
        }
        return run(group, looked.names(), arguments);
    }

    private CompletionStage<Swapped> run(String group, List<String> names, List<String> arguments) {
        return runner.run(script, keys.group(group), arguments).thenApply(reply -> {
            boolean wrote = reply.nextLong() == 1;
            long clock = reply.nextLong();
            String run = reply.nextText();
            reply.nextText(); // the node, which is confirmed
            long replicas = reply.nextLong();
            if (!reply.isConfirmed()) {
                unwatched(run, replicas);
            }
            if (run.isEmpty() && !acceptUntold) {
                throw ExplainedRedisException.unsuitable(
                        "this Redis refuses INFO in scripts, so a failover that loses writes would not be"
                                + " noticed and would repeat ids. Grant the Redis user '+info', or set 'idgen.store' to 'jdbc' to lease from"
                                + " a database");
            }
            Map<String, String> values = new HashMap<>();
            for (String name : names) {
                String value = reply.nextText();
                if (!value.isEmpty()) {
                    values.put(name, value);
                }
            }
            Snapshot snapshot = new Snapshot(clock, run, reply.epoch(), names, values);
            return new Swapped(wrote, snapshot);
        });
    }

    /** Without replicas, a master may have been replaced, and cannot know it. */
    private synchronized void unwatched(String run, long count) {
        if (count > 0) {
            replicated = run;
        } else if (replicated.equals(run) && !run.isEmpty()) {
            replicated = "";
            log.warn(
                    "idgen: this Redis had replicas and has none. If they cannot reach it but have a new master, both grant"
                            + " leases and ids may repeat: 'min-replicas-to-write 1' prevents that. With Sentinel or Redis Cluster, idgen"
                            + " asks who is the master");
        }
    }
}
