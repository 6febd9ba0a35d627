package dev.idgen.internal.counter;

import dev.idgen.CounterStore;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A store in memory that a test can make fail, fall silent, answer late and in any order, or lose what it counted; it
 * notes the requests. Thread-safe: its monitor guards all it has.
 */
final class UnreliableCounterStore implements CounterStore {

    /** What becomes of a request. */
    enum Fate {
        ANSWERED,
        /** Fails before it is applied. */
        FAILED,
        /** Is applied, and fails. */
        APPLIED_AND_FAILED,
        /** Never gets there. */
        SWALLOWED,
        /** Is applied; the answer does not come until it is released. */
        HELD
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final InMemoryCounterStore memory = new InMemoryCounterStore();
    private final Map<String, Long> values = new HashMap<>();
    private final List<Runnable> held = new ArrayList<>();
    private final List<Long> deltas = new ArrayList<>();
    private int giveBacks;
    private Fate fate = Fate.ANSWERED;

    synchronized void decide(Fate next) {
        fate = next;
    }

    /** What each addition asked for that was sent, in order. */
    synchronized List<Long> deltas() {
        return List.copyOf(deltas);
    }

    synchronized int additions() {
        return deltas.size();
    }

    /** Waits until so many additions were asked for. The deadline ends only a broken run. */
    synchronized void awaitAdditions(int count) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (deltas.size() < count) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(deltas.size() + " additions, not " + count);
            }
            wait(left);
        }
    }

    synchronized int giveBacks() {
        return giveBacks;
    }

    synchronized int held() {
        return held.size();
    }

    /** Lets the answer go that is the given one of those held, from 0. */
    void release(int index) {
        Runnable answer;
        synchronized (this) {
            answer = held.remove(index);
        }
        answer.run();
    }

    /** Lets all answers go in the order of the requests. */
    void releaseAll() {
        while (held() > 0) {
            release(0);
        }
    }

    synchronized long value(String counter) {
        return values.getOrDefault(counter, 0L);
    }

    /** Sets a counter back, as when a copy is restored; to 0 as when its data is lost. */
    synchronized void rollBack(String counter, long value) {
        if (!giveBackNow(counter, value(counter), value)) {
            throw new IllegalStateException(counter + " is not " + value(counter));
        }
    }

    @Override
    public synchronized CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
        deltas.add(delta);
        notifyAll();
        return request(() -> {
            CompletableFuture<Long> sum =
                    memory.add(counter, delta, floor, limit).toCompletableFuture();
            if (!sum.isCompletedExceptionally()) {
                values.put(counter, sum.join());
            }
            return sum;
        });
    }

    @Override
    public synchronized CompletionStage<Optional<Long>> read(String counter) {
        return request(() -> memory.read(counter).toCompletableFuture());
    }

    @Override
    public synchronized CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
        giveBacks++;
        return request(() -> CompletableFuture.completedFuture(giveBackNow(counter, expected, value)));
    }

    private boolean giveBackNow(String counter, long expected, long value) {
        boolean taken =
                memory.giveBack(counter, expected, value).toCompletableFuture().join();
        if (taken) {
            values.put(counter, value);
        }
        return taken;
    }

    private <T> CompletionStage<T> request(Supplier<CompletableFuture<T>> call) {
        return switch (fate) {
            case ANSWERED -> call.get();
            case FAILED -> CompletableFuture.failedFuture(new IllegalStateException("connection refused"));
            case APPLIED_AND_FAILED -> {
                T lost = call.get().join();
                yield CompletableFuture.failedFuture(new IllegalStateException("connection reset before " + lost));
            }
            case SWALLOWED -> new CompletableFuture<>();
            case HELD -> {
                CompletableFuture<T> later = new CompletableFuture<>();
                T reply = call.get().join();
                held.add(() -> later.complete(reply));
                yield later;
            }
        };
    }
}
