package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes circuit breakers with the same settings. Thread-safe. */
public final class BreakerFactory {

    private final Duration wait;
    private final TimeSource time;
    private @Nullable CircuitBreakerConfig config;

    /** @param wait how long a breaker stays open */
    public BreakerFactory(Duration wait, TimeSource time) {
        this.wait = wait;
        this.time = time;
    }

    /** A closed breaker. */
    public Breaker named(String name) {
        return new Breaker(this, name);
    }

    synchronized CircuitBreaker make(String name) {
        CircuitBreakerConfig shared = config;
        if (shared == null) {
            shared = CircuitBreakerConfig.custom()
                    .slidingWindow(1, 1, SlidingWindowType.COUNT_BASED)
                    .failureRateThreshold(100)
                    .permittedNumberOfCallsInHalfOpenState(1)
                    .waitDurationInOpenState(wait)
                    .clock(time.monotonicClock())
                    .build();
            config = shared;
        }
        return CircuitBreaker.of(name, shared);
    }
}
