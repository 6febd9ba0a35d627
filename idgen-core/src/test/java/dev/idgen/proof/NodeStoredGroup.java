package dev.idgen.proof;

import dev.idgen.proof.NodeFormulas.Group;
import java.util.List;

/** The pool's value and the node id's own. */
record NodeStoredGroup(NodeStored pool, NodeStored own) {

    static NodeStoredGroup any(String name) {
        return Terms.any(NodeStoredGroup.class, name, NodeWorld.NAMES.size());
    }

    Group terms() {
        return new Group(pool.value(), own.value());
    }

    /** The value that the node id has. */
    NodeStored value() {
        return Terms.choose(own.value().there(), own, pool);
    }

    NodeStoredGroup lost(Truth isPoolLost, Truth isOwnLost) {
        return new NodeStoredGroup(pool.lost(isPoolLost), own.lost(isOwnLost));
    }

    NodeStoredGroup notKnowing(List<Truth> windows, List<Truth> acquisitions) {
        return new NodeStoredGroup(
                new NodeStored(pool.value(), pool.ghost().notKnowing(windows, acquisitions)),
                new NodeStored(own.value(), own.ghost().notKnowing(windows, acquisitions)));
    }
}
