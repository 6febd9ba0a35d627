package dev.idgen.internal.stamped.node;

import dev.idgen.InvalidSettingException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Circumstances;
import java.time.Duration;
import java.time.Instant;

/** Why an instance may not lease a node id, and what its operator can do. */
final class NodeRefusals {

    private NodeRefusals() {}

    static RuntimeException otherTtl(Duration own, Duration theirs, NodePool nodes) {
        String keys = "'{idgen:3:<namespace>:";
        int last = nodes.groups() - 1;
        String action = "Use that, or change it for all: stop all instances, wait "
                + theirs.plusMillis(Circumstances.MARGIN_MILLIS).toMillis() + " ms, delete exactly the keys " + keys
                + nodes.groupName(0) + "}' to " + keys + nodes.groupName(last)
                + "}' (never a counter's); in a database, the rows of idgen_register with your namespace and the groups '"
                + nodes.groupName(0) + "' to '" + nodes.groupName(last) + "'. Then start.";
        return new InvalidSettingException(
                "idgen.node.lease-ttl",
                "is " + own.toMillis() + " ms, but the node ids in the store are leased for " + theirs.toMillis()
                        + " ms. " + action,
                action);
    }

    static RuntimeException earlierFormat(long ends) {
        return new StoreUnsuitableException(
                "an instance with stored format 2, of an earlier version of idgen, leases a node id"
                        + " until " + Instant.ofEpochMilli(ends)
                        + ". Both formats together would repeat ids. Stop all instances of the earlier version; this one continues"
                        + " once their leases have ended");
    }
}
