package dev.idgen.benchmarks;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A register that never locks a bucket: a used-up bucket starts again at once. It measures the client beyond a
 * namespace's capacity, so its ids repeat.
 */
final class EndlessRegister implements Register {

    private static final String RUN = "endless";

    private final TimeSource time;
    private final long ttl;
    private final String usedUp;

    /** This object's monitor guards both fields. */
    private final Map<String, Map<String, String>> groups = new HashMap<>();

    private long stays;

    EndlessRegister(BucketLayout layout, SequenceSettings settings, TimeSource time) {
        this.time = time;
        this.ttl = settings.leaseTtl().toMillis();
        this.usedUp = " position=" + layout.quarterSize() + " ";
    }

    @Override
    public String name() {
        return "endless";
    }

    @Override
    public synchronized CompletionStage<Look> look(String group, List<String> names) {
        return CompletableFuture.completedFuture(lookAt(group, names));
    }

    @Override
    public synchronized CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
        groups.computeIfAbsent(group, any -> new HashMap<>()).put(name, next);
        return CompletableFuture.completedFuture(new Swapped(true, lookAt(group, looked.names())));
    }

    private Look lookAt(String group, List<String> names) {
        Map<String, String> values = groups.computeIfAbsent(group, any -> new HashMap<>());
        String lease = values.get("lease");
        if (!group.isEmpty() && (lease == null || lease.contains(usedUp))) {
            stays++;
            values.put(
                    "lease",
                    "run=" + RUN + " epoch=0 quarter=" + stays % BucketLayout.QUARTERS + " position=0 entered=" + stays
                            + " last=0 ttl=" + ttl + " ends=0,0,0,0");
        }
        Map<String, String> those = new HashMap<>(values);
        those.keySet().retainAll(names);
        return new Look(time.millis(), RUN, Look.UNKNOWN_EPOCH, names, those);
    }
}
