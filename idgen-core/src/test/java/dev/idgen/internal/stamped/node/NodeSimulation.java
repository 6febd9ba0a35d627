package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/** Lets simulations in other packages start sources whose time and chance they decide. */
public final class NodeSimulation {

    private NodeSimulation() {}

    public static LeasedNodeSource start(
            int bits,
            NodeSettings settings,
            Register register,
            TimeSource time,
            ScheduledExecutorService planner,
            String instance,
            RandomGenerator random) {
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(bits),
                settings,
                register,
                new NodeEnvironment("order", time, planner, instance, random));
        source.startPlanning();
        return source;
    }
}
