package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.LeaseStore.Swapped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lease store in front of another. A test can make it fail, fall silent, repeat, or answer late. It counts requests.
 *
 * <p>Thread-safe.
 */
public final class UnreliableLeaseStore extends ForwardingLeaseStore {

    /** What becomes of a request. */
    public enum Fate {
        ANSWERED,
        FAILED,
        /** Never gets there. */
        SWALLOWED,
        /** Gets there; the answer never comes. */
        LOST,
        /** Gets there; the answer comes when the test calls {@link #deliver}. */
        HELD,
        /** Gets there when the test calls {@link #deliver}. */
        LATE,
        /** Gets there twice; the second answer comes. */
        REPEATED
    }

    /** The kind of a request. */
    public enum Operation {
        LOOK,
        SWAP
    }

    /** Decides about each request. */
    public interface Decision {

        Fate of(Operation operation, String group);
    }

    /**
     * A request.
     *
     * @param names the values that it reads or compares
     * @param swap null if it is a look
     * @param fate what became of it
     */
    public record Request(
            Operation operation,
            String group,
            List<String> names,
            @Nullable Swap swap,
            Fate fate) {}

    /** What a swap compares and writes. */
    public record Swap(Snapshot looked, String name, String next) {}

    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    private volatile RuntimeException failure = new IllegalStateException("connection refused");
    private volatile @Nullable Consumer<Runnable> delay;
    private final List<Runnable> held = Collections.synchronizedList(new ArrayList<>());
    private volatile Decision decision = (operation, group) -> Fate.ANSWERED;

    public UnreliableLeaseStore(LeaseStore leaseStore) {
        super(leaseStore);
    }

    /** Forwards to another lease store from now on. */
    public void leadTo(LeaseStore other) {
        leaseStore = other;
    }

    public void decide(Fate next) {
        decide((operation, group) -> next);
    }

    public void decide(Decision next) {
        decision = next;
    }

    /** Continues all held and late requests. */
    public void deliver() {
        List<Runnable> late;
        synchronized (held) {
            late = List.copyOf(held);
            held.clear();
        }
        late.forEach(Runnable::run);
    }

    /** What a request fails with. */
    public void failWith(RuntimeException next) {
        failure = next;
    }

    /** Lets answers arrive later. */
    public void delayAnswers(Consumer<Runnable> scheduler) {
        delay = scheduler;
    }

    public int looks() {
        return count(Operation.LOOK);
    }

    public int swaps() {
        return count(Operation.SWAP);
    }

    private int count(Operation operation) {
        return (int) requests().stream()
                .filter(request -> request.operation() == operation)
                .count();
    }

    /** All requests, in turn. */
    public List<Request> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    @Override
    public CompletionStage<Snapshot> read(String group, List<String> names) {
        return request(Operation.LOOK, group, names, null, () -> super.read(group, names));
    }

    @Override
    public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
        Swap swap = new Swap(looked, name, next);
        return request(
                Operation.SWAP, group, looked.names(), swap, () -> super.compareAndSet(group, looked, name, next));
    }

    private <T> CompletionStage<T> request(
            Operation operation,
            String group,
            List<String> names,
            @Nullable Swap swap,
            Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Fate fate = decision.of(operation, group);
        requests.add(new Request(operation, group, names, swap, fate));
        switch (fate) {
            case ANSWERED -> {
                CompletionStage<T> reply = call.get();
                Consumer<Runnable> later = delay;
                if (later == null) {
                    complete(answer, reply);
                } else {
                    later.accept(() -> complete(answer, reply));
                }
            }
            case FAILED -> answer.completeExceptionally(failure);
            case SWALLOWED -> {}
            case LOST -> {
                CompletionStage<T> unused = call.get();
            }
            case HELD -> {
                CompletionStage<T> reply = call.get();
                held.add(() -> complete(answer, reply));
            }
            case LATE -> held.add(() -> complete(answer, call.get()));
            case REPEATED -> {
                CompletionStage<T> unused = call.get();
                complete(answer, call.get());
            }
        }
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, CompletionStage<T> reply) {
        reply.whenComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }
}
