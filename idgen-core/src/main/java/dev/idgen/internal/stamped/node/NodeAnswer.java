package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.time.Window;
import java.util.List;

/** The answer of the rule of node ids. It holds once the rule's write, if any, has succeeded. */
sealed interface NodeAnswer {

    /**
     * The node id belongs to the asker alone within the window.
     *
     * @param run the server's run; empty if it does not tell its run
     */
    record NodeGranted(long node, Window window, String run) implements NodeAnswer {}

    /**
     * Leases may be missing, and have not all ended yet. After that, a looked-at node id is free.
     *
     * @param millis how long that takes in milliseconds, at least 1
     * @param whole whether this applies to all node ids of the group
     */
    record Settling(long millis, boolean whole) implements NodeAnswer {}

    /** All looked-at node ids are held. */
    record InUse(List<Holder> holders) implements NodeAnswer {}

    /** The pool has no value in this group, and may be new. */
    record PoolUnborn() implements NodeAnswer {}

    /** The doubt about the pool's value was noted. The asker asks again at once. */
    record PoolNoted() implements NodeAnswer {}

    /** Other instances keep writing the same values. */
    record NodeContended() implements NodeAnswer {}

    /** The pool's leases have another ttl, in milliseconds. */
    record OtherNodeTtl(long ttl) implements NodeAnswer {}

    /** A lease in an earlier stored format ends at this time, in epoch milliseconds. */
    record EarlierFormat(long ends) implements NodeAnswer {}

    /** The asker no longer holds the node id, and must not use it. */
    record Lost() implements NodeAnswer {}

    /** The asker does not hold the node id any more. */
    record GivenBack() implements NodeAnswer {}
}
