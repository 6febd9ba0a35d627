package dev.idgen.bucket;

import dev.idgen.time.TimeSource;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** An in-memory store whose fate a test decides. */
public final class MemoryStoreAccess {

    private final InMemoryLeaseStore store;

    public MemoryStoreAccess(
            BucketLayout layout,
            TimeSource time,
            Supplier<String> run,
            Supplier<String> former,
            LongSupplier startedAt,
            BooleanSupplier appendOnly,
            IntSupplier randomQuarter) {
        this.store = new InMemoryLeaseStore(
                layout,
                time,
                () -> new BucketRecord.Server(
                        run.get(), former.get(), startedAt.getAsLong(), appendOnly.getAsBoolean()),
                randomQuarter);
    }

    public LeaseStore store() {
        return store;
    }

    public void lose(int bucket) {
        store.lose(bucket);
    }

    public void loseNamespace() {
        store.loseNamespace();
    }
}
