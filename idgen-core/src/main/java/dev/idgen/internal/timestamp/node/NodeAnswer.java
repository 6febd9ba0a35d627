package dev.idgen.internal.timestamp.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.time.Window;
import java.util.List;

/** The answer of the rule of node ids. It holds once the rule's write, if any, has succeeded. */
sealed interface NodeAnswer {

    /**
     * The node id belongs to the asker alone within the window.
     *
     * @param lookMillis when the group was looked at
     * @param settlesMillis when the holder can exchange a recovery node id for another; 0 for a regular node id
     */
    record NodeGranted(long node, Window window, long lookMillis, long settlesMillis) implements NodeAnswer {}

    /** Only node ids of another slot are leased now. */
    record Elsewhere(int slot) implements NodeAnswer {}

    /**
     * After a doubt, no looked-at node id is free yet.
     *
     * @param millis how long until one may be, at least 1
     * @param whole whether this applies to all node ids of the group
     */
    record Settling(long millis, boolean whole) implements NodeAnswer {}

    /** All looked-at node ids are held. */
    record InUse(List<Holder> holders) implements NodeAnswer {}

    /** The group cannot be used now. */
    record NodeBlocked(Obstacle obstacle) implements NodeAnswer {}

    /** The asker no longer holds the node id, and must not use it. */
    record Lost() implements NodeAnswer {}

    /** The asker does not hold the node id any more. */
    record GivenBack() implements NodeAnswer {}
}
