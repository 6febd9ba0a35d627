package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.NodeIdUnavailableException.Reason;
import java.util.List;

/** The state of an instance at a time: it has a leased node id, or a reason why it has none. */
sealed interface NodeHolding {

    /**
     * The node id is leased.
     *
     * @param holder the name that it is leased under
     */
    record Held(Node node, String holder) implements NodeHolding {}

    /**
     * There is no node id.
     *
     * @param holders who has those whose leases end first, if all are in use; else empty
     */
    record None(Reason reason, List<Holder> holders) implements NodeHolding {

        None(Reason reason) {
            this(reason, List.of());
        }
    }
}
