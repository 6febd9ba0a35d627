package dev.idgen.internal.stamped;

import dev.idgen.internal.stamped.node.NodeSource;

/** A generator whose ids carry a timestamp and come from the node ids of a source, which may be replaced. */
public interface Stamped {

    /**
     * Issues ids with the node ids of another source from now on, and with other random bits. For one thread at a time.
     *
     * @param nodes of the kind that the generator was made with; the source before is closed
     */
    void goOnWith(NodeSource nodes);
}
