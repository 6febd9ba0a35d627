package dev.idgen.internal.string.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store in front of another that a test can make fail, fall silent, or answer late; it counts the requests. */
final class UnreliableStore implements LeaseStore {

    /** What becomes of a request. */
    enum Fate {
        ANSWERED,
        FAILED,
        /** Never gets there. */
        SWALLOWED,
        /** Gets there; the answer does not come until {@link #deliver}. */
        HELD
    }

    private final LeaseStore store;
    private IntFunction<Fate> fates = bucket -> Fate.ANSWERED;
    private final List<Runnable> held = new ArrayList<>();

    int joins;
    int touches;
    int leases;
    int extensions;
    int unanswered;
    int numbersAsked;

    /** The buckets asked to lease, in turn. */
    final List<Integer> leasedFrom = new ArrayList<>();

    private UnaryOperator<LeaseReply> replies = UnaryOperator.identity();
    private @Nullable Consumer<Runnable> delay;

    UnreliableStore(LeaseStore store) {
        this.store = store;
    }

    /** @param fate by bucket; -1 is the namespace's record */
    void decide(IntFunction<Fate> fate) {
        fates = fate;
    }

    /** Lets answers arrive later. */
    void delayAnswers(Consumer<Runnable> scheduler) {
        delay = scheduler;
    }

    /** Lets other replies come from buckets than the store's. */
    void replaceReplies(UnaryOperator<LeaseReply> replacement) {
        replies = replacement;
    }

    void decide(Fate fate) {
        fates = bucket -> fate;
    }

    int requests() {
        return joins + touches + leases + extensions;
    }

    void deliver() {
        List<Runnable> answers = List.copyOf(held);
        held.clear();
        answers.forEach(Runnable::run);
    }

    @Override
    public BucketLayout layout() {
        return store.layout();
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
        joins++;
        return request(-1, () -> store.join(claim));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        if (count == 0) {
            touches++;
        } else {
            leases++;
            numbersAsked += count;
            leasedFrom.add(bucket);
        }
        return request(bucket, () -> store.lease(bucket, count, asker, seen).thenApply(replies));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.BucketGranted grant, BucketAsker asker) {
        extensions++;
        return request(bucket, () -> store.extend(bucket, grant, asker).thenApply(replies));
    }

    private <T> CompletionStage<T> request(int bucket, Supplier<CompletionStage<T>> call) {
        Fate fate = fates.apply(bucket);
        if (fate != Fate.ANSWERED) {
            unanswered++;
        }
        return switch (fate) {
            case ANSWERED -> delayed(call.get());
            case FAILED -> CompletableFuture.failedFuture(new IllegalStateException("connection refused"));
            case SWALLOWED -> new CompletableFuture<>();
            case HELD -> {
                CompletableFuture<T> later = new CompletableFuture<>();
                CompletionStage<T> answer = call.get();
                held.add(() -> answer.whenComplete((reply, failure) -> complete(later, reply, failure)));
                yield later;
            }
        };
    }

    private <T> CompletionStage<T> delayed(CompletionStage<T> answer) {
        if (delay == null) {
            return answer;
        }
        CompletableFuture<T> later = new CompletableFuture<>();
        delay.accept(() -> answer.whenComplete((reply, failure) -> complete(later, reply, failure)));
        return later;
    }

    private static <T> void complete(CompletableFuture<T> future, T reply, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(reply);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
