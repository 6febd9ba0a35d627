package dev.idgen.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.time.Window;
import java.util.List;

/** A store's answer about node ids. */
public sealed interface NodeLeaseReply {

    /** The store's clock when it answered, in epoch milliseconds. */
    long clock();

    /**
     * The node id is the asker's alone within the window.
     *
     * @param node the node id
     * @param window the timestamps it may be used with
     * @param maxTtlMillis longest ttl that anybody has asked for
     * @param run the server's run, which changes with each restart and failover; empty if the store cannot tell
     */
    record Granted(long node, Window window, long maxTtlMillis, String run, long clock) implements NodeLeaseReply {}

    /**
     * All node ids are held.
     *
     * @param holders those whose windows close first, at most ten
     */
    record Exhausted(List<Holder> holders, long clock) implements NodeLeaseReply {}

    /** The record may have lost leases; none is granted until all that may be missing have run out. */
    record Settling(long millis, long clock) implements NodeLeaseReply {}

    /** The asker does not hold the node id any more, and must not use it. */
    record Lost(long clock) implements NodeLeaseReply {}

    /** The node id is free. */
    record Released(long clock) implements NodeLeaseReply {}
}
