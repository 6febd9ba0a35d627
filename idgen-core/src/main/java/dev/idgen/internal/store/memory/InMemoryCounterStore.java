package dev.idgen.internal.store.memory;

import dev.idgen.CounterStore;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.CounterChecks;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Counters in this process's memory, for development and tests. Only users of the same object share them, and they end
 * with it.
 *
 * <p>Thread-safe: its monitor guards the counters.
 */
public final class InMemoryCounterStore implements CounterStore {

    private final Map<String, Long> counters = new HashMap<>();

    @Override
    public synchronized CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
        CounterChecks.add(counter, delta, limit);
        long base = Math.max(counters.getOrDefault(counter, floor), floor);
        if (CounterChecks.exceeds(base, delta, limit)) {
            return CompletableFuture.failedFuture(CounterChecks.overflow(counter, delta, limit));
        }
        counters.put(counter, base + delta);
        return CompletableFuture.completedFuture(base + delta);
    }

    @Override
    public synchronized CompletionStage<Optional<Long>> read(String counter) {
        AllowedNames.counter(counter);
        return CompletableFuture.completedFuture(Optional.ofNullable(counters.get(counter)));
    }

    @Override
    public synchronized CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
        CounterChecks.giveBack(counter, expected, value);
        return CompletableFuture.completedFuture(counters.replace(counter, expected, value));
    }
}
