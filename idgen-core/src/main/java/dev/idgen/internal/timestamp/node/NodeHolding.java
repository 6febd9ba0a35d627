package dev.idgen.internal.timestamp.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.NodeIdUnavailableException.Reason;
import java.util.List;

/** An instance's state: it has a leased node id, or a reason for having none. */
sealed interface NodeHolding {

    /**
     * The node id is leased.
     *
     * @param holder the name under which it is leased
     * @param ending whether its window cannot grow, so that the holder needs another
     */
    record Held(Node node, String holder, boolean ending) implements NodeHolding {}

    /**
     * There is no node id.
     *
     * @param holders the holders whose leases end first, if all node ids are in use; else empty
     */
    record None(Reason reason, List<Holder> holders) implements NodeHolding {

        None(Reason reason) {
            this(reason, List.of());
        }
    }
}
