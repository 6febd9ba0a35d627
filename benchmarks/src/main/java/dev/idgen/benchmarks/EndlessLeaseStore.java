package dev.idgen.benchmarks;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.bucket.LeaseReply;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.Namespace;
import dev.idgen.bucket.StoreTime;
import dev.idgen.time.TimeSource;
import dev.idgen.time.Window;
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
    public CompletionStage<Namespace> join(Namespace.Claim claim) {
        return CompletableFuture.completedFuture(
                new Namespace(claim.ttlMillis(), claim.ttlMillis(), claim.terms(), time.millis()));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, Asker asker, Seen seen) {
        int size = 4 * layout.quarterSize();
        int first = positions.getAndUpdate(bucket, at -> at + count >= size ? 0 : at + count);
        return grant(first, Math.min(count, size - first), asker);
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.Granted grant, Asker asker) {
        return grant(grant.first(), 0, asker);
    }

    private CompletionStage<LeaseReply> grant(int first, int count, Asker asker) {
        long now = time.millis();
        Window window = new Window(now, now + asker.ttlMillis());
        // Without a run no grant counts as gone back.
        return CompletableFuture.completedFuture(new LeaseReply.Granted(
                first, count, window, "endless", LeaseReply.Happened.NOTHING, new StoreTime(now, now)));
    }
}
