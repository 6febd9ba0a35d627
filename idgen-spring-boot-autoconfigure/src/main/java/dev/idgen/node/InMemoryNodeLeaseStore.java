package dev.idgen.node;

import dev.idgen.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * A store in this process's memory, for development and tests: it follows the same rules as the one in Redis, but
 * coordinates nobody beyond this object and forgets everything with it.
 *
 * <p>Thread-safe: its monitor guards the pools.
 */
public final class InMemoryNodeLeaseStore implements NodeLeaseStore {

    private final TimeSource time;
    private final Supplier<String> run;
    private final LongUnaryOperator random;
    private final Map<Integer, NodePool> pools = new HashMap<>();

    public InMemoryNodeLeaseStore(TimeSource time) {
        this(time, () -> "memory", size -> ThreadLocalRandom.current().nextLong(size));
    }

    /**
     * A store whose fate a test decides.
     *
     * @param run what the store tells as its run: another one plays a failover
     * @param random picks a node id of a pool of a given size
     */
    InMemoryNodeLeaseStore(TimeSource time, Supplier<String> run, LongUnaryOperator random) {
        this.time = time;
        this.run = run;
        this.random = random;
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(Asker asker) {
        return answer(asker, pool -> pool.acquire(asker, time.millis(), run.get(), random));
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(Asker asker, long node, long notBefore, long notAfter) {
        return answer(asker, pool -> pool.renew(asker, time.millis(), run.get(), node, notBefore, notAfter));
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(Asker asker, long node, long lastStamp) {
        return answer(asker, pool -> pool.release(asker, time.millis(), run.get(), node, lastStamp));
    }

    /** Forgets all records, as a store without persistence does. */
    synchronized void lose() {
        pools.clear();
    }

    private synchronized CompletionStage<NodeLeaseReply> answer(
            Asker asker, Function<NodePool, NodeLeaseReply> operation) {
        NodePool pool = pools.computeIfAbsent(asker.bits(), bits -> new NodePool());
        return CompletableFuture.completedFuture(operation.apply(pool));
    }
}
