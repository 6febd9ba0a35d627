package dev.idgen.benchmarks;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.StoreTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A store that grants whatever is asked at once and starts over when a bucket is used up. It measures the client beyond
 * what a namespace can sustain; its ids do repeat.
 */
final class EndlessLeaseStore implements LeaseStore {

    private final BucketLayout layout;
    private final TimeSource time;
    private final AtomicIntegerArray positions;

    EndlessLeaseStore(BucketLayout layout, TimeSource time) {
        this.layout = layout;
        this.time = time;
        this.positions = new AtomicIntegerArray(layout.buckets());
    }

    @Override
    public BucketLayout layout() {
        return layout;
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
        return CompletableFuture.completedFuture(
                new Namespace(claim.ttlMillis(), claim.ttlMillis(), claim.terms(), time.millis()));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        int size = 4 * layout.quarterSize();
        int first = positions.getAndUpdate(bucket, at -> at + count >= size ? 0 : at + count);
        return grant(first, Math.min(count, size - first), asker);
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.BucketGranted grant, BucketAsker asker) {
        return grant(grant.first(), 0, asker);
    }

    private CompletionStage<LeaseReply> grant(int first, int count, BucketAsker asker) {
        long now = time.millis();
        Window window = new Window(now, now + asker.ttlMillis());
        // Without a run no grant counts as gone back.
        return CompletableFuture.completedFuture(new LeaseReply.BucketGranted(
                first, count, window, "endless", LeaseReply.Happened.NOTHING, new StoreTime(now, now)));
    }
}
