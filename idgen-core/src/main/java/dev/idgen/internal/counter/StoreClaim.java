package dev.idgen.internal.counter;

import dev.idgen.Claim;
import dev.idgen.CounterStore;
import dev.idgen.CounterUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Claims numbers in a store. Each claimed number has its own counter there, forever; the first caller to count it
 * claims the number. Thread-safe.
 *
 * @param timeout how long a caller waits; a blocking one, for each number that it tries
 */
public record StoreClaim(CounterStore store, Duration timeout) implements Claim {

    /**
     * {@inheritDoc}
     *
     * @throws CounterUnavailableException if the outcome is unknown; the number may then be taken, but belongs to no
     *     caller
     */
    @Override
    public boolean claim(String generator, long number) {
        return CounterUnavailability.await(generator, claimed(generator, number), timeout);
    }

    /** Like {@link #claim}, without waiting. */
    CompletableFuture<Boolean> claimed(String generator, long number) {
        return store.add(generator + ":" + number, 1, 0, 1)
                .toCompletableFuture()
                .handle((count, failure) -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    if (cause == null || cause instanceof ArithmeticException) {
                        return cause == null;
                    }
                    throw new CompletionException(cause);
                });
    }
}
