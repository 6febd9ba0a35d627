package dev.idgen.internal.string.sequence;

import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntSupplier;

/** Starts sequences for simulations in other packages, which decide their time and chance. */
public final class BucketSimulation {

    private static final Terms TERMS = new Terms(Map.of("zone", "Z"));

    private BucketSimulation() {}

    /** The name, in the lease store, of a bucket's group. */
    public static String groupOf(BucketLayout layout, int bucket) {
        return Integer.toString(layout.groupOf(bucket));
    }

    /**
     * A sequence that leases from now on.
     *
     * @param omitted the rule that it does without
     * @param windows takes note of what it is granted
     */
    public static BucketSequence<Object> start(
            String namespace,
            SequenceSettings settings,
            LeaseStore leaseStore,
            BucketLayout layout,
            TimeSource time,
            ScheduledExecutorService planner,
            int firstBucket,
            IntSupplier randomPart,
            OmittedRule omitted,
            HeldWindows windows) {
        HeldWindows.Watch watch = windows.new Watch();
        BucketSequence<Object> sequence = new BucketSequence<>(
                namespace,
                TERMS,
                watch.over(leaseStore),
                Object::new,
                new SequenceEnvironment(
                        settings,
                        layout,
                        time,
                        planner,
                        Runnable::run,
                        firstBucket,
                        randomPart,
                        watch.over(new BucketRuleWithout(
                                omitted, layout, settings.leaseTtl().toMillis()))));
        return sequence;
    }
}
