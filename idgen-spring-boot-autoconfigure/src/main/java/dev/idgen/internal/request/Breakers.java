package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;

/** Makes circuit breakers that open with one failure and let one request through after a while. Thread-safe. */
public final class Breakers {

    private final CircuitBreakerConfig config;

    /** @param wait how long a breaker stays open */
    public Breakers(Duration wait, TimeSource time) {
        this.config = CircuitBreakerConfig.custom()
                .slidingWindow(1, 1, SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(100)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(wait)
                .clock(time.monotonicClock())
                .build();
    }

    /** A breaker that is closed. */
    public CircuitBreaker named(String name) {
        return CircuitBreaker.of(name, config);
    }
}
