package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.time.Window;
import java.util.List;

/** What the rule of node ids answers; it holds once the rule's write, if there is one, was carried out. */
sealed interface NodeAnswer {

    /**
     * The node id is the asker's alone within the window.
     *
     * @param run the server's run; empty if it is not told
     */
    record NodeGranted(long node, Window window, String run) implements NodeAnswer {}

    /**
     * A node id that was looked at will be free, as leases that may be missing have run out by then.
     *
     * @param millis how long that takes, from 1 up
     * @param whole whether it is so for all node ids of the group
     */
    record Settling(long millis, boolean whole) implements NodeAnswer {}

    /** All node ids that were looked at are held. */
    record InUse(List<Holder> holders) implements NodeAnswer {}

    /** The pool has no value in this group, and may be new. */
    record PoolUnborn() implements NodeAnswer {}

    /** The doubt about the pool's value was noted. The asker asks again at once. */
    record PoolNoted() implements NodeAnswer {}

    /** Others write the same values all the time. */
    record NodeContended() implements NodeAnswer {}

    /** The pool's leases have another ttl, in milliseconds. */
    record OtherNodeTtl(long ttl) implements NodeAnswer {}

    /** A lease in an earlier stored format ends then, in epoch milliseconds. */
    record EarlierFormat(long ends) implements NodeAnswer {}

    /** The asker does not hold the node id any more, and must not use it. */
    record Lost() implements NodeAnswer {}

    /** The node id is free, as far as the asker held it. */
    record GivenBack() implements NodeAnswer {}
}
