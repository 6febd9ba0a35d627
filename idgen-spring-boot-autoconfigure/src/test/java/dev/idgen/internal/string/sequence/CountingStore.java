package dev.idgen.internal.string.sequence;

import java.util.concurrent.CompletionStage;

/** Counts the requests on their way to another store. For one thread. */
final class CountingStore implements LeaseStore {

    private final LeaseStore store;
    private long requests;

    CountingStore(LeaseStore store) {
        this.store = store;
    }

    long requests() {
        return requests;
    }

    @Override
    public BucketLayout layout() {
        return store.layout();
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
        requests++;
        return store.join(claim);
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        requests++;
        return store.lease(bucket, count, asker, seen);
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.BucketGranted grant, BucketAsker asker) {
        requests++;
        return store.extend(bucket, grant, asker);
    }
}
