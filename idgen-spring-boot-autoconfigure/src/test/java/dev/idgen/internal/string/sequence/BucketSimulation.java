package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;

/** Lets simulations in other packages start sequences whose time and chance they decide. */
public final class BucketSimulation {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));

    private BucketSimulation() {}

    /** A sequence that leases from now on. */
    public static BucketSequence<Object> start(
            String namespace,
            SequenceSettings settings,
            LeaseStore store,
            TimeSource time,
            ScheduledExecutorService planner,
            int firstBucket) {
        BucketSequence<Object> sequence = new BucketSequence<>(
                namespace,
                TERMS,
                settings,
                store,
                Object::new,
                new SequenceEnvironment(time, planner, Runnable::run, firstBucket));
        sequence.startPlanning();
        return sequence;
    }
}
