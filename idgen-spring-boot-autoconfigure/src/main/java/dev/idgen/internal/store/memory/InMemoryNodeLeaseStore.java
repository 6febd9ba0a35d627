package dev.idgen.internal.store.memory;

import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
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

    private final TimeSource time;
    private final LongUnaryOperator random;
    private final Map<Integer, NodePool> pools = new HashMap<>();

    public InMemoryNodeLeaseStore(TimeSource time) {
        this(time, size -> ThreadLocalRandom.current().nextLong(size));
    }

    /** @param random picks a node id of a pool of a given size */
    InMemoryNodeLeaseStore(TimeSource time, LongUnaryOperator random) {
        this.time = time;
        this.random = random;
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
        return answer(asker, pool -> pool.acquire(asker, time.millis(), random));
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
        return answer(asker, pool -> pool.renew(asker, time.millis(), node, notBefore));
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
        return answer(asker, pool -> pool.release(asker, time.millis(), node, lastStamp));
    }

    /** {@inheritDoc} Nothing asks, as no record is ever missing: empty. */
    @Override
    public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
        return CompletableFuture.completedFuture(OptionalLong.empty());
    }

    private synchronized CompletionStage<NodeLeaseReply> answer(
            NodeAsker asker, Function<NodePool, NodeLeaseReply> operation) {
        NodePool pool = pools.computeIfAbsent(asker.bits(), bits -> new NodePool());
        return CompletableFuture.completedFuture(operation.apply(pool));
    }
}
