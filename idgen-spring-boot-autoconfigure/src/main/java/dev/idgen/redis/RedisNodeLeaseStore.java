package dev.idgen.redis;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.node.NodeLeaseReply;
import dev.idgen.node.NodeLeaseReply.Exhausted;
import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseReply.Lost;
import dev.idgen.node.NodeLeaseReply.Released;
import dev.idgen.node.NodeLeaseReply.Settling;
import dev.idgen.node.NodeLeaseStore;
import dev.idgen.time.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Leases of node ids in Redis 5 or later, standalone, with Sentinel or as a cluster: one script call per request, see
 * {@code node.lua}. Thread-safe.
 */
public final class RedisNodeLeaseStore implements NodeLeaseStore {

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final LongUnaryOperator random;
    private final LuaScript script = LuaScript.load("node.lua");

    /** @param random picks a node id of a pool of a given size; scripts cannot, Redis seeds their generator alike */
    RedisNodeLeaseStore(ScriptRunner runner, RedisKeys keys, LongUnaryOperator random) {
        this.runner = runner;
        this.keys = keys;
        this.random = random;
    }

    /**
     * The pools of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static RedisNodeLeaseStore create(ScriptRunner runner, String namespace) {
        return new RedisNodeLeaseStore(
                runner,
                new RedisKeys(namespace),
                size -> ThreadLocalRandom.current().nextLong(size));
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(Asker asker) {
        return run("acquire", asker, asker.size(), random.applyAsLong(asker.size()));
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(Asker asker, long node, long notBefore, long notAfter) {
        return run("renew", asker, node, notBefore, notAfter);
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(Asker asker, long node, long lastStamp) {
        return run("release", asker, node, lastStamp);
    }

    private CompletionStage<NodeLeaseReply> run(String operation, Asker asker, long... more) {
        List<String> arguments = new ArrayList<>(List.of(
                operation,
                asker.holder(),
                Long.toString(asker.ttlMillis()),
                Long.toString(asker.maxTtlMillis()),
                asker.known() ? "1" : "0"));
        for (long argument : more) {
            arguments.add(Long.toString(argument));
        }
        return runner.run(script, keys.nodes(asker.bits()), arguments).thenApply(RedisNodeLeaseStore::reply);
    }

    private static NodeLeaseReply reply(List<Object> answer) {
        ScriptReply read = new ScriptReply(answer);
        String outcome = read.nextText();
        long clock = read.nextLong();
        return switch (outcome) {
            case "granted" ->
                new Granted(
                        read.nextLong(),
                        new Window(read.nextLong(), read.nextLong()),
                        read.nextLong(),
                        read.nextText(),
                        clock);
            case "exhausted" -> new Exhausted(holders(read), clock);
            case "settling" -> new Settling(read.nextLong(), clock);
            case "lost" -> new Lost(clock);
            case "released" -> new Released(clock);
            default -> throw new IllegalStateException("node.lua answered '" + outcome + "'");
        };
    }

    private static List<Holder> holders(ScriptReply read) {
        List<Holder> holders = new ArrayList<>();
        while (read.hasNext()) {
            holders.add(new Holder(read.nextLong(), read.nextText(), Instant.ofEpochMilli(read.nextLong())));
        }
        return List.copyOf(holders);
    }
}
