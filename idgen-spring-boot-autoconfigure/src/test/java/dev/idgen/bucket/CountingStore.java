package dev.idgen.bucket;

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
    public CompletionStage<Namespace> join(Namespace.Claim claim) {
        requests++;
        return store.join(claim);
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, Asker asker, Seen seen) {
        requests++;
        return store.lease(bucket, count, asker, seen);
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.Granted grant, Asker asker) {
        requests++;
        return store.extend(bucket, grant, asker);
    }
}
