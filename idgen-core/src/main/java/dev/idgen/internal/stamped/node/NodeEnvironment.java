package dev.idgen.internal.stamped.node;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/**
 * Everything that can differ between two runs of a source of leased node ids, so that tests can fix it.
 *
 * @param planner the thread that leases
 * @param instance this process's name in the store
 * @param random spreads requests
 */
record NodeEnvironment(TimeSource time, ScheduledExecutorService planner, String instance, RandomGenerator random) {

    static NodeEnvironment of(int bits, TimeSource time) {
        return new NodeEnvironment(
                time, Requests.plannerThread("idgen-node-" + bits), HolderNames.instance(), new SplittableRandom());
    }
}
