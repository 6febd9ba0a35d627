package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker that opens with one failure, and after a while lets one request through. One thread reports
 * requests; any thread may ask whether it is open.
 */
/* While nothing has failed there is no state. So a start without failures loads no circuit breaker. */
public final class Breaker {

    private final String name;
    private final Duration wait;
    private final TimeSource time;

    /** Null, which means closed, until something fails. */
    private volatile @Nullable CircuitBreaker failed;

    /** @param wait how long it stays open */
    public Breaker(String name, Duration wait, TimeSource time) {
        this.name = name;
        this.wait = wait;
        this.time = time;
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

    /** Closes it: what had seemed to fail works. */
    public void reset() {
        failed = null;
    }

    /** Reports that a request failed. */
    public void failed(long nanos, Throwable failure) {
        CircuitBreaker breaker = failed;
        if (breaker == null) {
            breaker = CircuitBreaker.of(
                    name,
                    CircuitBreakerConfig.custom()
                            .slidingWindow(1, 1, SlidingWindowType.COUNT_BASED)
                            .failureRateThreshold(100)
                            .permittedNumberOfCallsInHalfOpenState(1)
                            .waitDurationInOpenState(wait)
                            .clock(time.monotonicClock())
                            .build());
            failed = breaker;
        }
        breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
    }
}
