package dev.idgen.internal.counter;

import dev.idgen.Claim;
import dev.idgen.CounterStore;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Claims numbers in a store. Each claimed number has its own counter there, forever; the first caller to count it
 * claims the number. Thread-safe.
 */
public final class StoreClaim implements Claim {

    private final CounterStore store;
    private final Duration timeout;

    /** @param timeout how long a request to the store may take */
    public StoreClaim(CounterStore store, Duration timeout) {
        this.store = store;
        this.timeout = timeout;
    }

    /**
     * {@inheritDoc}
     *
     * @throws CounterUnavailableException if the outcome is unknown; the number may then be taken, but belongs to no
     *     caller
     */
    @Override
    public boolean claim(String generator, long number) {
        try {
            long count = store.add(generator + ":" + number, 1, 0)
                    .toCompletableFuture()
                    .get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
            return count == 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CounterUnavailableException(generator, Reason.INTERRUPTED, 0, null);
        } catch (TimeoutException e) {
            throw new CounterUnavailableException(generator, Reason.TIMED_OUT, timeout.toMillis(), null);
        } catch (ExecutionException e) {
            throw new CounterUnavailableException(generator, Reason.FAILED, 0, e.getCause());
        }
    }
}
