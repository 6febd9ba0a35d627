package dev.idgen.internal.request;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker that opens with one failure, and after a while lets one request through. One thread reports
 * requests; any thread may ask whether it is open.
 */
/* While nothing has failed there is no state. So a start without failures creates none of the hundreds of breakers. */
public final class Breaker {

    private final BreakerFactory breakers;
    private final String name;

    /** Null, which means closed, until something fails. */
    private volatile @Nullable CircuitBreaker failed;

    Breaker(BreakerFactory breakers, String name) {
        this.breakers = breakers;
        this.name = name;
    }

    /** Whether it is open or half open. */
    public boolean isOpen() {
        CircuitBreaker breaker = failed;
        return breaker != null && breaker.getState() != CircuitBreaker.State.CLOSED;
    }

    /** Whether a request may be sent now. If so, the caller must report its outcome. */
    public boolean tryAcquirePermission() {
        CircuitBreaker breaker = failed;
        return breaker == null || breaker.tryAcquirePermission();
    }

    /** Reports that a request succeeded. */
    public void succeeded(long nanos) {
        CircuitBreaker breaker = failed;
        if (breaker != null) {
            breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Reports that a request failed. */
    public void failed(long nanos, Throwable failure) {
        made().onError(nanos, TimeUnit.NANOSECONDS, failure);
    }

    /** Opens it for as long as a failure would. */
    public void open() {
        made().transitionToOpenState();
    }

    /** Closes it, as a success would. */
    public void close() {
        CircuitBreaker breaker = failed;
        if (breaker != null) {
            breaker.transitionToClosedState();
        }
    }

    private CircuitBreaker made() {
        CircuitBreaker breaker = failed;
        if (breaker == null) {
            breaker = breakers.make(name);
            failed = breaker;
        }
        return breaker;
    }
}
