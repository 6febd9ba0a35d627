package dev.idgen.internal.stamped.node;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store in front of another that a test can make fail, fall silent, or answer late; it counts the requests. */
final class UnreliableNodeStore implements NodeLeaseStore {

    /** What becomes of a request. */
    enum Fate {
        ANSWERED,
        FAILED,
        /** Never gets there. */
        SWALLOWED,
        /** Gets there; the answer does not come until {@link #deliver}. */
        HELD
    }

    private NodeLeaseStore store;
    private final List<Runnable> held = new ArrayList<>();
    private Fate fate = Fate.ANSWERED;

    int acquisitions;
    int renewals;
    int releases;
    long lastStamp;

    UnreliableNodeStore(NodeLeaseStore store) {
        this.store = store;
    }

    /** From now on another store is there. */
    void leadTo(NodeLeaseStore other) {
        store = other;
    }

    void decide(Fate next) {
        fate = next;
    }

    void deliver() {
        List<Runnable> answers = List.copyOf(held);
        held.clear();
        answers.forEach(Runnable::run);
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
        acquisitions++;
        return request(() -> store.acquire(asker));
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
        renewals++;
        return request(() -> store.renew(asker, node, notBefore, notAfter));
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
        releases++;
        this.lastStamp = lastStamp;
        return request(() -> store.release(asker, node, lastStamp));
    }

    @Override
    public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
        return request(() -> store.witness(bits, place, mark));
    }

    private <T> CompletionStage<T> request(Supplier<CompletionStage<T>> call) {
        return switch (fate) {
            case ANSWERED -> call.get();
            case FAILED -> CompletableFuture.failedFuture(new IllegalStateException("connection refused"));
            case SWALLOWED -> new CompletableFuture<>();
            case HELD -> {
                CompletableFuture<T> later = new CompletableFuture<>();
                T reply = call.get().toCompletableFuture().join();
                held.add(() -> later.complete(reply));
                yield later;
            }
        };
    }
}
