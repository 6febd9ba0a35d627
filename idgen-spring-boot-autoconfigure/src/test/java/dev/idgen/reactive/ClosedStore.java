package dev.idgen.reactive;

import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Refuses all until it is opened, so that the stock is empty for certain as long as a test wants it to be. */
final class ClosedStore implements LeaseStore {

    private final InMemoryLeaseStore store;
    private volatile boolean isOpen;

    ClosedStore(InMemoryLeaseStore store) {
        this.store = store;
    }

    void open() {
        isOpen = true;
    }

    private <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> request) {
        return isOpen ? request.get() : CompletableFuture.failedFuture(new IllegalStateException("closed"));
    }

    @Override
    public BucketLayout layout() {
        return store.layout();
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
        return answer(() -> store.join(claim));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        return answer(() -> store.lease(bucket, count, asker, seen));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.BucketGranted grant, BucketAsker asker) {
        return answer(() -> store.extend(bucket, grant, asker));
    }
}
