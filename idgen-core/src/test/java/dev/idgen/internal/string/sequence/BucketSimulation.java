package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntSupplier;

/** Lets simulations in other packages start sequences whose time and chance they decide. */
public final class BucketSimulation {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));

    private BucketSimulation() {}

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
            HeldWindows windows) {
        HeldWindows.Watch watch = windows.new Watch();
        BucketSequence<Object> sequence = new BucketSequence<>(
                namespace,
                TERMS,
                watch.over(register),
                Object::new,
                new SequenceEnvironment(
                        settings,
                        layout,
                        time,
                        planner,
                        Runnable::run,
                        firstBucket,
                        randomQuarter,
                        watch.over(omitted.others())));
        sequence.startPlanning();
        return sequence;
    }
}
