package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.time.TimeSource;
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
        NodeRule rule) {}
