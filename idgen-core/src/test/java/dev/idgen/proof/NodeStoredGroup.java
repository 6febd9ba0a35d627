package dev.idgen.proof;

import dev.idgen.proof.NodeFormulas.Group;

/** The pool's value and the node id's own. */
record NodeStoredGroup(NodeStored pool, NodeStored own) {

    static NodeStoredGroup any(String name) {
        return new NodeStoredGroup(NodeStored.any(name + ".pool"), NodeStored.any(name + ".own"));
    }

    Group terms() {
        return new Group(pool.value(), own.value());
    }

    /** The value that the node id has. */
    NodeStored value() {
        return NodeStored.choose(own.value().there(), own, pool);
    }

    NodeStoredGroup lost(Truth isPoolLost, Truth isOwnLost) {
        return new NodeStoredGroup(pool.lost(isPoolLost), own.lost(isOwnLost));
    }

    NodeStoredGroup notKnowing(int lease, Truth window, Truth acquisition) {
        return new NodeStoredGroup(
                new NodeStored(pool.value(), pool.ghost().notKnowing(lease, window, acquisition)),
                new NodeStored(own.value(), own.ghost().notKnowing(lease, window, acquisition)));
    }
}
