package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodePoolRecord.NodeLease;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolState;
import dev.idgen.internal.store.SimulatedStore;
import dev.idgen.internal.string.sequence.BucketRecord.BucketState;
import dev.idgen.internal.string.sequence.NamespaceRecord.NamespaceState;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A database as far as leases need one, in simulated time: rows that stand under the names that Redis has for its keys, and
 * transactions that read the run and the clock when they begin, and rows later.
 *
 * <p>For one thread.
 */
final class SimulatedDatabase extends SimulatedStore<Record> {

    private static final String POOL = "}:leases";
    private static final String NODE = "}:node:";

    private final LongSupplier clockMillis;
    private final UnaryOperator<String> told;
    private int broken;

    /**
     * A transaction that has begun.
     *
     * @param run as it was then
     * @param clock as it was then, in epoch milliseconds
     * @param broken how often transactions had been broken before
     */
    record Transaction(String run, long clock, int broken) {}

    /** @param told what is told of the run */
    SimulatedDatabase(LongSupplier clockMillis, UnaryOperator<String> told) {
        this.clockMillis = clockMillis;
        this.told = told;
    }

    Transaction begin() {
        return new Transaction(told.apply(run()), clockMillis.getAsLong(), broken);
    }

    /** Whether a transaction can go on. */
    boolean isAlive(Transaction transaction) {
        return transaction.broken == broken;
    }

    /** Transactions that have begun end, and have done nothing. */
    void breakTransactions() {
        broken++;
    }

    /** {@inheritDoc} A pool is there as long as a row of it is. */
    @Override
    public boolean has(String key) {
        return entries().containsKey(key) || (key.endsWith(POOL) && !nodes(key).isEmpty());
    }

    @Override
    public long longestTtl(String namespaceKey) {
        return namespace(namespaceKey).ttl();
    }

    NamespaceState namespace(String key) {
        return (NamespaceState) entries().getOrDefault(key, NamespaceState.MISSING);
    }

    BucketState bucket(String key) {
        return (BucketState) entries().getOrDefault(key, BucketState.MISSING);
    }

    PoolState pool(String key) {
        return (PoolState) entries().getOrDefault(key, PoolState.MISSING);
    }

    /** The rows of a pool's node ids. */
    Map<Long, NodeLease> nodes(String pool) {
        String prefix = nodePrefix(pool);
        Map<Long, NodeLease> leases = new HashMap<>();
        entries().forEach((key, row) -> {
            if (key.startsWith(prefix)) {
                leases.put(Long.valueOf(key.substring(prefix.length())), (NodeLease) row);
            }
        });
        return leases;
    }

    /** Writes a row if it is another: what was missing and stays so is no row. */
    void write(String key, Record before, Record after) {
        if (!after.equals(before)) {
            replace(key, after);
        }
    }

    void writeNode(String pool, long node, NodeLease lease) {
        replace(nodePrefix(pool) + node, lease);
    }

    private static String nodePrefix(String pool) {
        return pool.substring(0, pool.length() - POOL.length()) + NODE;
    }
}
