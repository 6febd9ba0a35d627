package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.time.Window;
import java.util.List;

/** A store's answer about node ids. */
public sealed interface NodeLeaseReply {

    Pool pool();

    /**
     * The part of each answer that describes the pool. Times are in epoch milliseconds.
     *
     * @param now the time that the store reckoned with: its clock, or what the asker expects if that is far ahead
     * @param clock the store's clock when it answered
     * @param longestTtlMillis longest ttl that the record knew of before it was asked
     * @param settledTtlMillis longest ttl that everybody has had time to hear of
     */
    record Pool(long now, long clock, long longestTtlMillis, long settledTtlMillis) {}

    /**
     * The node id is the asker's alone within the window.
     *
     * @param node the node id
     * @param window the timestamps it may be used with
     * @param run the server's run, which changes with each restart and failover; empty if the store cannot tell
     */
    record NodeGranted(long node, Window window, String run, Pool pool) implements NodeLeaseReply {}

    /**
     * All node ids are held.
     *
     * @param holders those whose windows close first, at most ten
     */
    record Exhausted(List<Holder> holders, Pool pool) implements NodeLeaseReply {}

    /** The record may have lost leases; none is granted until all that may be missing have run out. */
    record Settling(long millis, Pool pool) implements NodeLeaseReply {}

    /** There is no record, and the asker does not know yet whether there was one. */
    record PoolUnborn(Pool pool) implements NodeLeaseReply {}

    /** The asker does not hold the node id any more, and must not use it. */
    record Lost(Pool pool) implements NodeLeaseReply {}

    /** The node id is free. */
    record Released(Pool pool) implements NodeLeaseReply {}
}
