package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Everything that could differ between two runs of a sequence, so that tests can fix it.
 *
 * @param layout how the numbers are spread over buckets
 * @param planner the thread that leases
 * @param callbacks completes the futures of callers that did not block; in production the common pool
 * @param firstBucket which bucket is asked first, in turn
 * @param randomQuarter where a bucket goes on after a doubt
 * @param rule the protocol, which tests take rules out of
 */
record SequenceEnvironment(
        BucketLayout layout,
        TimeSource time,
        ScheduledExecutorService planner,
        Executor callbacks,
        int firstBucket,
        IntSupplier randomQuarter,
        BucketRule rule) {

    static SequenceEnvironment of(String namespace, BucketLayout layout, TimeSource time) {
        return new SequenceEnvironment(
                layout,
                time,
                Requests.plannerThread("idgen-" + namespace),
                ForkJoinPool.commonPool(),
                ThreadLocalRandom.current().nextInt(layout.buckets()),
                () -> ThreadLocalRandom.current().nextInt(BucketLayout.QUARTERS),
                new BucketRule());
    }
}
