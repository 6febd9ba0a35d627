package dev.idgen.internal.stamped.node;

import dev.idgen.InvalidSettingException;
import dev.idgen.StoreUnsuitableException;
import java.time.Duration;
import java.time.Instant;

/** Why an instance may not lease a node id, and what its operator can do. */
final class NodeRefusals {

    private NodeRefusals() {}

    static InvalidSettingException otherTtl(Duration own, Duration theirs) {
        return new InvalidSettingException(
                "idgen.node.lease-ttl",
                "is " + own.toMillis() + " ms, but the node ids in the store are leased for " + theirs.toMillis()
                        + " ms",
                "Set it to '" + theirs.toMillis()
                        + "ms'. To change it for all instances, follow 'Change the lease-ttl' in"
                        + " idgen's docs/operations.md.");
    }

    static RuntimeException earlierFormat(long ends) {
        return new StoreUnsuitableException(
                "an instance with stored format 2, of an earlier version of idgen, leases a node id"
                        + " until " + Instant.ofEpochMilli(ends)
                        + ". Both formats together would repeat ids. Stop all instances of the earlier version; this one continues"
                        + " once their leases have ended");
    }
}
