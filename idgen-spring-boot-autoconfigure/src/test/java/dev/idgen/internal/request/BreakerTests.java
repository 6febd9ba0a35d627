package dev.idgen.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakerTests {

    private static final Duration WAIT = Duration.ofMillis(500);

    private final ManualTime time = new ManualTime();
    private final Breaker breaker = new Breaker(WAIT, time);

    private void passMoreThanTheWait() {
        time.advance(WAIT.plusNanos(1));
    }

    @Test
    void closedBreakerLetsAllThrough() {
        assertThat(breaker.isOpen()).isFalse();
        assertThat(breaker.tryAcquirePermission()).isTrue();
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @Test
    void failureOpensItUntilTheWaitIsOver() {
        breaker.failed();

        time.advance(WAIT);
        assertThat(breaker.isOpen()).isTrue();
        assertThat(breaker.tryAcquirePermission()).isFalse();
        time.advance(Duration.ofNanos(1));
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @Test
    void oneRequestIsLetThroughAndItsSuccessCloses() {
        breaker.failed();
        passMoreThanTheWait();

        assertThat(breaker.tryAcquirePermission()).isTrue();
        assertThat(breaker.tryAcquirePermission()).isFalse();
        assertThat(breaker.isOpen()).isTrue();
        breaker.succeeded();
        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void failureOfTheRequestThatIsLetThroughOpensItForAnotherWait() {
        breaker.failed();
        passMoreThanTheWait();
        breaker.tryAcquirePermission();

        breaker.failed();

        assertThat(breaker.tryAcquirePermission()).isFalse();
        passMoreThanTheWait();
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @Test
    void outcomesOfRequestsFromBeforeItOpenedChangeNothing() {
        breaker.failed();
        time.advance(WAIT);

        breaker.succeeded();
        breaker.failed();

        assertThat(breaker.isOpen()).isTrue();
        time.advance(Duration.ofNanos(1));
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @Test
    void openingItOnceMoreBeginsTheWaitAnew() {
        breaker.failed();
        time.advance(WAIT);

        breaker.open();

        time.advance(Duration.ofNanos(1));
        assertThat(breaker.tryAcquirePermission()).isFalse();
        breaker.close();
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }
}
