package dev.idgen.benchmarks;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A lease store that forgets each bucket whose part is used up. It measures the client beyond a namespace's capacity,
 * so its ids repeat.
 */
final class EndlessLeaseStore implements LeaseStore {

    private static final String RUN = "endless";

    private final TimeSource time;
    private final String usedUp;

    /** This object's monitor guards it. */
    private final Map<String, Map<String, String>> groups = new HashMap<>();

    EndlessLeaseStore(BucketLayout layout, TimeSource time) {
        this.time = time;
        this.usedUp = " position=" + layout.partSize() + " ";
    }

    @Override
    public String name() {
        return "endless";
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public synchronized CompletionStage<Snapshot> read(String group, List<String> names) {
        return CompletableFuture.completedFuture(lookAt(group, names));
    }

    @Override
    public synchronized CompletionStage<Swapped> compareAndSet(
            String group, Snapshot looked, String name, String next) {
        groups.computeIfAbsent(group, any -> new HashMap<>()).put(name, next);
        return CompletableFuture.completedFuture(new Swapped(true, lookAt(group, looked.names())));
    }

    private Snapshot lookAt(String group, List<String> names) {
        Map<String, String> those = new HashMap<>(groups.getOrDefault(group, Map.of()));
        those.keySet().retainAll(names);
        those.values().removeIf(value -> value.contains(usedUp));
        return new Snapshot(time.millis(), RUN, Snapshot.UNKNOWN_EPOCH, names, those);
    }
}
