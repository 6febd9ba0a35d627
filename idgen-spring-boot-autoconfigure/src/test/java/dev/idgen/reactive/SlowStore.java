package dev.idgen.reactive;

import dev.idgen.bucket.InMemoryLeaseStore;
import dev.idgen.bucket.LeaseReply;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.Namespace;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Grants nothing until it is opened, so that the stock is empty for certain as long as a test wants it to be. */
final class SlowStore implements LeaseStore {

    private final InMemoryLeaseStore store;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean isOpen;

    SlowStore(InMemoryLeaseStore store) {
        this.store = store;
    }

    /** Answers what was asked before, and from now on at once. */
    void open() {
        isOpen = true;
        for (Runnable answer : List.copyOf(waiting)) {
            answer.run();
        }
    }

    private <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Runnable run = () -> request.get().whenComplete((reply, failure) -> {
            if (failure == null) {
                answer.complete(reply);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        waiting.add(run);
        if (isOpen) {
            run.run();
        }
        return answer;
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.Claim claim) {
        return answer(() -> store.join(claim));
    }

    @Override
    public CompletionStage<LeaseReply> birth(int bucket, Asker asker) {
        return answer(() -> store.birth(bucket, asker));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, Asker asker) {
        return answer(() -> store.lease(bucket, count, asker));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.Granted grant, Asker asker) {
        return answer(() -> store.extend(bucket, grant, asker));
    }
}
