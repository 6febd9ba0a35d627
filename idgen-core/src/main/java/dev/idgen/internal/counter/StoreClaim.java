package dev.idgen.internal.counter;

import dev.idgen.Claim;
import dev.idgen.CounterStore;
import dev.idgen.CounterUnavailableException;
import java.time.Duration;

/**
 * Claims numbers in a store. Each claimed number has its own counter there, forever; the first caller to count it
 * claims the number. Thread-safe.
 *
 * @param timeout how long a request to the store may take
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
        try {
            CounterUnavailability.await(generator, store.add(generator + ":" + number, 1, 0, 1), timeout);
            return true;
        } catch (ArithmeticException e) {
            return false;
        }
    }
}
