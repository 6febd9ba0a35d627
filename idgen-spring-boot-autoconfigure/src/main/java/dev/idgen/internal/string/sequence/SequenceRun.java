package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Everything that could differ between two runs of a sequence, so that tests can fix it.
 *
 * @param planner the thread that leases
 * @param callbacks where callers are told that did not block
 * @param firstBucket which bucket is asked first
 */
record SequenceRun(TimeSource time, ScheduledExecutorService planner, Executor callbacks, int firstBucket) {

    static SequenceRun of(String namespace, BucketLayout layout, TimeSource time) {
        return new SequenceRun(
                time,
                Requests.planner("idgen-" + namespace),
                ForkJoinPool.commonPool(),
                ThreadLocalRandom.current().nextInt(layout.buckets()));
    }
}
