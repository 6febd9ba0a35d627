package dev.idgen.internal.store.memory;

import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodePoolRecord;
import dev.idgen.internal.stamped.node.NodePoolRecord.NodeLease;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolServer;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * A store in this process's memory, for development and tests: it coordinates nobody beyond this object and forgets everything
 * with it. It cannot lose a part, so nothing of it is ever in doubt.
 *
 * <p>Thread-safe: its monitor guards the pools.
 */
public final class InMemoryNodeLeaseStore implements NodeLeaseStore {

    private static final String RUN = "memory";

    /** Memory loses nothing, so nothing was ever in doubt. */
    private static final long NEVER = -1L << 40;

    private final TimeSource time;
    private final LongUnaryOperator random;
    private final Map<Integer, NodePoolRecord.PoolState> states = new HashMap<>();
    private final Map<Integer, Map<Long, NodeLease>> leases = new HashMap<>();

    public InMemoryNodeLeaseStore(TimeSource time) {
        this(time, size -> ThreadLocalRandom.current().nextLong(size));
    }

    /** @param random picks one of so many node ids */
    InMemoryNodeLeaseStore(TimeSource time, LongUnaryOperator random) {
        this.time = time;
        this.random = random;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
        return answer(asker, pool -> pool.acquire(asker, server(), random.applyAsLong(asker.size())));
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
        return answer(asker, pool -> pool.renew(asker, server(), node, notBefore, notAfter));
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
        return answer(asker, pool -> pool.release(asker, server(), node, lastStamp));
    }

    private static NodePoolRecord.PoolState born(NodeAsker asker) {
        return new NodePoolRecord.PoolState(
                RUN, 0, asker.ttl().own(), asker.ttl().own(), NEVER);
    }

    private PoolServer server() {
        return new PoolServer(RUN, time.millis());
    }

    /** {@inheritDoc} Nothing asks, as no record is ever missing: empty. */
    @Override
    public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
        return CompletableFuture.completedFuture(OptionalLong.empty());
    }

    private synchronized CompletionStage<NodeLeaseReply> answer(
            NodeAsker asker, Function<NodePoolRecord, NodeLeaseReply> operation) {
        Map<Long, NodeLease> held = leases.computeIfAbsent(asker.bits(), bits -> new HashMap<>());
        NodePoolRecord pool = new NodePoolRecord(states.computeIfAbsent(asker.bits(), bits -> born(asker)), held);
        NodeLeaseReply reply = operation.apply(pool);
        states.put(asker.bits(), pool.state());
        held.putAll(pool.changed());
        return CompletableFuture.completedFuture(reply);
    }
}
