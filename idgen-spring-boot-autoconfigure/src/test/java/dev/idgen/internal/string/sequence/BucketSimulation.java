package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntSupplier;

/** Lets simulations in other packages start sequences whose time and chance they decide. */
public final class BucketSimulation {

    /** The field with a bucket's value. */
    public static final String LEASE = BucketLeases.LEASE;

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));

    private BucketSimulation() {}

    /** A sequence that leases from now on by all rules. */
    public static BucketSequence<Object> start(
            String namespace,
            SequenceSettings settings,
            Register register,
            BucketLayout layout,
            TimeSource time,
            ScheduledExecutorService planner,
            int firstBucket,
            IntSupplier randomQuarter) {
        return start(
                namespace,
                settings,
                register,
                layout,
                time,
                planner,
                firstBucket,
                randomQuarter,
                OmittedRule.NONE,
                new GrantedWindows());
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
            Register register,
            BucketLayout layout,
            TimeSource time,
            ScheduledExecutorService planner,
            int firstBucket,
            IntSupplier randomQuarter,
            OmittedRule omitted,
            GrantedWindows windows) {
        GrantedWindows.Watch watch = windows.new Watch();
        BucketSequence<Object> sequence = new BucketSequence<>(
                namespace,
                TERMS,
                settings,
                watch.over(register),
                layout,
                Object::new,
                new SequenceEnvironment(
                        time, planner, Runnable::run, firstBucket, randomQuarter, watch.over(omitted.others())));
        sequence.startPlanning();
        return sequence;
    }

    /** Whether a value is that of a bucket that was taken for new, rather than for lost: its numbers may be used at once. */
    public static boolean isBirth(Look looked, String next) {
        return looked.value(LEASE) == null
                && BucketValue.parse(next)
                        .filter(value -> value.entered() <= looked.time())
                        .isPresent();
    }

    /** Whether a value says that numbers were granted. */
    public static boolean isGrant(String next) {
        return BucketValue.parse(next).filter(value -> value.position() > 0).isPresent();
    }
}
