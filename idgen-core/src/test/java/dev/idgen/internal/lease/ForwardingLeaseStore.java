package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Forwards every request, for tests that change some of them. */
public class ForwardingLeaseStore implements LeaseStore {

    volatile LeaseStore leaseStore;

    public ForwardingLeaseStore(LeaseStore leaseStore) {
        this.leaseStore = leaseStore;
    }

    @Override
    public String name() {
        return leaseStore.name();
    }

    @Override
    public boolean isShared() {
        return leaseStore.isShared();
    }

    @Override
    public CompletionStage<Snapshot> read(String group, List<String> names) {
        return leaseStore.read(group, names);
    }

    @Override
    public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
        return leaseStore.compareAndSet(group, looked, name, next);
    }
}
