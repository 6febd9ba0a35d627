package dev.idgen.internal.stamped.node;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.register.Terms;

/** Why an instance may not lease a node id, and what its operator can do. */
final class NodeRefusals {

    private NodeRefusals() {}

    static RuntimeException otherTtl(Terms.Disagreement other) {
        return new InvalidSettingException(
                "idgen.node.lease-ttl",
                "is " + other.actual() + " ms, but the node ids in the store are leased for " + other.expected()
                        + " ms",
                "Set it to '" + other.expected()
                        + "ms'. To change it for all instances, follow 'Change the lease-ttl' in"
                        + " idgen's docs/operations.md.");
    }
}
