package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A lease store that adds to each value of an item who wrote it and when, for operators. No rule reads that.
 *
 * @param signature the fields to add
 */
public record SignedLeaseStore(LeaseStore leaseStore, Supplier<? extends Map<String, ?>> signature)
        implements LeaseStore {

    /** The field with the time of the look before the write, in epoch milliseconds of the store's clock. */
    public static final String AT = "at";

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
        String signed = name.equals(GroupValue.NAME)
                ? next
                : LeaseText.parse(next)
                        .withAll(signature.get())
                        .with(AT, looked.time())
                        .toString();
        return leaseStore.compareAndSet(group, looked, name, signed);
    }
}
