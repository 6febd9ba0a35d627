package dev.idgen.internal.store.memory;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketRecord;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.NamespaceRecord;
import dev.idgen.internal.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store in this process's memory, for development and tests: it coordinates nobody beyond this object and forgets everything
 * with it.
 *
 * <p>Thread-safe: its monitor guards the records.
 */
public final class InMemoryLeaseStore implements LeaseStore {

    /** The store's run: it has one only. */
    private static final String RUN = "memory";

    private final BucketLayout layout;
    private final TimeSource time;
    private final Map<Integer, BucketRecord> records = new HashMap<>();
    private NamespaceRecord.NamespaceState namespace = NamespaceRecord.NamespaceState.MISSING;

    public InMemoryLeaseStore(BucketLayout layout, TimeSource time) {
        this.layout = layout;
        this.time = time;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public BucketLayout layout() {
        return layout;
    }

    @Override
    public synchronized CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
        NamespaceRecord record = new NamespaceRecord(namespace);
        Namespace answer = record.join(claim, time.millis());
        namespace = record.state();
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public synchronized CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        return CompletableFuture.completedFuture(record(bucket).lease(count, asker, seen, server()));
    }

    @Override
    public synchronized CompletionStage<LeaseReply> extend(
            int bucket, LeaseReply.BucketGranted grant, BucketAsker asker) {
        return CompletableFuture.completedFuture(record(bucket).extend(grant, asker, server()));
    }

    private BucketRecord record(int bucket) {
        return records.computeIfAbsent(bucket, any -> new BucketRecord(born(), false));
    }

    /** Memory loses nothing, so a bucket that is not there yet is new, and never in doubt. */
    private BucketRecord.BucketState born() {
        return new BucketRecord.BucketState(RUN, 0, 0, time.millis(), 0, 0, BucketRecord.BucketState.NO_WINDOWS);
    }

    private BucketRecord.BucketServer server() {
        return new BucketRecord.BucketServer(RUN, time.millis(), 0, layout.quarterSize());
    }
}
