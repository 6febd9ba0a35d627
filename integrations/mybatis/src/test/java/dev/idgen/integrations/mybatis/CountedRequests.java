package dev.idgen.integrations.mybatis;

import dev.idgen.CounterStore;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells how often a store is asked. */
final class CountedRequests implements CounterStore {

    static final AtomicInteger REQUESTS = new AtomicInteger();

    private final CounterStore store;

    CountedRequests(CounterStore store) {
        this.store = store;
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor) {
        REQUESTS.incrementAndGet();
        return store.add(counter, delta, floor);
    }

    @Override
    public CompletionStage<Boolean> takeBack(String counter, long expected, long value) {
        return store.takeBack(counter, expected, value);
    }
}
