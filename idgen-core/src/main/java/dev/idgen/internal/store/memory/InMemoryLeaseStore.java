package dev.idgen.internal.store.memory;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A lease store in this process's memory, for development and tests. Only users of the same object share it, and it
 * ends with the object.
 *
 * <p>Thread-safe: its monitor guards the groups.
 */
public final class InMemoryLeaseStore implements LeaseStore {

    /** Memory loses no writes, so there is only one run. */
    private static final String RUN = "memory";

    private final TimeSource time;
    private final Map<String, Map<String, String>> groups = new HashMap<>();

    public InMemoryLeaseStore(TimeSource time) {
        this.time = time;
    }

    @Override
    public String name() {
        return "memory";
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
        Snapshot present = lookAt(group, looked.names());
        boolean same = present.values().equals(looked.values())
                && looked.run().equals(RUN)
                && Math.abs(present.time() - looked.time()) <= SNAPSHOT_LIMIT_MILLIS;
        if (same) {
            groups.computeIfAbsent(group, any -> new HashMap<>()).put(name, next);
        }
        return CompletableFuture.completedFuture(new Swapped(same, lookAt(group, looked.names())));
    }

    private Snapshot lookAt(String group, List<String> names) {
        Map<String, String> values = new HashMap<>(groups.getOrDefault(group, Map.of()));
        values.keySet().retainAll(Set.copyOf(names));
        return new Snapshot(time.millis(), RUN, Snapshot.UNKNOWN_EPOCH, names, values);
    }
}
