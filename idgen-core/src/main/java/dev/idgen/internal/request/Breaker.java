package dev.idgen.internal.request;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker that opens with one failure and lets one request through after a while. Requests are told to it by
 * one thread; any may ask whether it is open.
 */
/*
 * As long as nothing has failed there is nothing to remember, so that a start without failures makes none of hundreds
 * of them.
 */
public final class Breaker {

    private final BreakerFactory breakers;
    private final String name;

    /** Null until something fails: closed. */
    private volatile @Nullable CircuitBreaker failed;

    Breaker(BreakerFactory breakers, String name) {
        this.breakers = breakers;
        this.name = name;
    }

    /** Whether it is anything but closed. */
    public boolean isOpen() {
        CircuitBreaker breaker = failed;
        return breaker != null && breaker.getState() != CircuitBreaker.State.CLOSED;
    }

    /** Whether a request may be sent now. If so, its outcome must be told. */
    public boolean tryAcquirePermission() {
        CircuitBreaker breaker = failed;
        return breaker == null || breaker.tryAcquirePermission();
    }

    /** A request succeeded. */
    public void succeeded(long nanos) {
        CircuitBreaker breaker = failed;
        if (breaker != null) {
            breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** A request failed. */
    public void failed(long nanos, Throwable failure) {
        made().onError(nanos, TimeUnit.NANOSECONDS, failure);
    }

    /** Opens it for the same time as a failure. */
    public void open() {
        made().transitionToOpenState();
    }

    /** Closes it, as a success does. */
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
