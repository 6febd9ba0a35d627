package dev.idgen.internal.timestamp.node;

import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/** Starts sources for simulations in other packages, which decide their time and chance. */
public final class NodeSimulation {

    private NodeSimulation() {}

    /** A source that leases from now on. */
    public static LeasedNodeSource start(
            int bits,
            NodeSettings settings,
            LeaseStore leaseStore,
            TimeSource time,
            ScheduledExecutorService planner,
            String instance,
            RandomGenerator random,
            OmittedRule omitted) {
        return new LeasedNodeSource(
                NodePool.ofBits(bits),
                settings,
                leaseStore,
                new NodeEnvironment(
                        "order",
                        time,
                        planner,
                        instance,
                        random,
                        new NodeRuleWithout(
                                omitted,
                                NodePool.ofBits(bits),
                                settings.leaseTtl().toMillis())));
    }
}
