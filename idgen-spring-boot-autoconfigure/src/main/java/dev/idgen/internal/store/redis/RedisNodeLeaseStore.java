package dev.idgen.internal.store.redis;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Exhausted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Pool;
import dev.idgen.internal.stamped.node.NodeLeaseReply.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Released;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Settling;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.time.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Leases of node ids in Redis 5 or later, standalone, with Sentinel or as a cluster: one script call per request, see
 * {@code node.lua} and {@code witness.lua}. Thread-safe.
 */
public final class RedisNodeLeaseStore implements NodeLeaseStore {

    private static final LuaScript NODE_SCRIPT = LuaScript.load("node.lua");
    private static final LuaScript WITNESS_SCRIPT = LuaScript.load("witness.lua");

    private final ScriptRunner runner;
    private final ConnectionAge connection;
    private final RedisKeys keys;
    private final LongUnaryOperator random;

    /** @param random picks one of so many node ids; scripts cannot, Redis seeds their generator alike */
    RedisNodeLeaseStore(ScriptRunner runner, RedisKeys keys, LongUnaryOperator random) {
        this.runner = runner;
        this.connection = new ConnectionAge(runner);
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
    public String name() {
        return "redis";
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
        Region region = asker.nodes().region();
        long size = asker.size();
        long any = region.indexAt(random.applyAsLong(size));
        return run("acquire", asker, any, size, asker.absence(), region.indexAt(0), region.of());
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
        return run("renew", asker, node, notBefore, notAfter);
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
        return run("release", asker, node, lastStamp);
    }

    @Override
    public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
        return runner.run(WITNESS_SCRIPT, keys.nodeWitness(bits, place), List.of(flag(mark)))
                .thenApply(answer -> {
                    ScriptReply read = new ScriptReply(answer);
                    long clock = read.nextLong();
                    return read.nextLong() == 0 ? OptionalLong.of(clock) : OptionalLong.empty();
                });
    }

    private CompletionStage<NodeLeaseReply> run(String operation, NodeAsker asker, long node, long... more) {
        ConnectionAge.Age asked = connection.now();
        LongestTtl.TtlClaim ttl = asker.ttl();
        List<String> arguments = new ArrayList<>(List.of(
                operation,
                asker.holder(),
                Long.toString(node),
                Long.toString(ttl.own()),
                Long.toString(ttl.longest()),
                Long.toString(ttl.settled()),
                flag(ttl.settles()),
                Long.toString(asker.expectedMillis()),
                Long.toString(asked.since())));
        for (long argument : more) {
            arguments.add(Long.toString(argument));
        }
        return runner.run(NODE_SCRIPT, keys.nodes(asker.bits()), arguments).thenApply(answer -> {
            NodeLeaseReply reply = reply(answer);
            connection.answered(asked, reply.pool().clock(), asker.expectedMillis());
            return reply;
        });
    }

    private static String flag(boolean value) {
        return value ? "1" : "0";
    }

    private static NodeLeaseReply reply(List<Object> answer) {
        ScriptReply read = new ScriptReply(answer);
        String outcome = read.nextText();
        Pool pool = new Pool(read.nextLong(), read.nextLong(), read.nextLong(), read.nextLong());
        return switch (outcome) {
            case "granted" ->
                new NodeGranted(read.nextLong(), new Window(read.nextLong(), read.nextLong()), read.nextText(), pool);
            case "exhausted" -> new Exhausted(holders(read), pool);
            case "settling" -> new Settling(read.nextLong(), pool);
            case "unborn" -> new PoolUnborn(pool);
            case "lost" -> new Lost(pool);
            case "released" -> new Released(pool);
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
