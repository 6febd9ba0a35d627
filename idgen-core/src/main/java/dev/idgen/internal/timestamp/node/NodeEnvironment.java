package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/**
 * Everything that can differ between two runs of a source of leased node ids, so that tests can fix it.
 *
 * @param user the generator that stamps with the node id
 * @param planner the thread that leases
 * @param instance this process's name in the store
 * @param random spreads requests
 * @param rule the protocol of node ids; tests take rules out of it
 */
record NodeEnvironment(
        String user,
        TimeSource time,
        ScheduledExecutorService planner,
        String instance,
        RandomGenerator random,
        NodeRule rule) {

    static NodeEnvironment of(String user, NodePool nodes, NodeSettings settings, TimeSource time) {
        return new NodeEnvironment(
                user,
                time,
                Requests.plannerThread("idgen-node-" + nodes.bits()),
                HolderNames.instance(settings.named()),
                new SplittableRandom(),
                new NodeRule(nodes, nodes.rule(settings.leaseTtl().toMillis())));
    }
}
