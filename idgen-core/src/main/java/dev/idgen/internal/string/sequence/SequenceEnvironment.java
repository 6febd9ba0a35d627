package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntSupplier;

/**
 * Everything that can differ between two runs of a sequence, so that tests can fix it.
 *
 * @param layout divides the numbers into buckets
 * @param planner the thread that leases
 * @param callbacks completes the futures of callers that did not block, usually {@link Waiters#CALLBACKS}
 * @param firstBucket which bucket is asked first
 * @param randomPart which part a bucket enters
 * @param rule the protocol; tests take rules out of it
 */
record SequenceEnvironment(
        SequenceSettings settings,
        BucketLayout layout,
        TimeSource time,
        ScheduledExecutorService planner,
        Executor callbacks,
        int firstBucket,
        IntSupplier randomPart,
        BucketRule rule) {}
