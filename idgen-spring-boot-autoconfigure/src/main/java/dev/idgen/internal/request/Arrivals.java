package dev.idgen.internal.request;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets callers wait for what the planner brings: they note the next arrival, look once more, and then wait for it, so that
 * one in between is not missed. Thread-safe.
 */
public final class Arrivals {

    private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());

    /** Completes when something arrives next, or when there is no use in waiting any longer. */
    public CompletableFuture<Void> next() {
        return Objects.requireNonNull(next.get());
    }

    /** Lets all who wait look again. */
    public void wakeAll() {
        Objects.requireNonNull(next.getAndSet(new CompletableFuture<>())).complete(null);
    }
}
