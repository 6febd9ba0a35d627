package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/** A planner in logical time, a store that can fail, and callers that hear of their numbers when a test lets them. */
abstract class CountingInLogicalTime {

    static final String NAME = "orders";
    static final Duration REQUEST_TIMEOUT = Duration.ofMillis(200);
    static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(1);

    final ManualTime time = new ManualTime();
    final ManualScheduler scheduler = new ManualScheduler(time);
    final UnreliableCounterStore store = new UnreliableCounterStore();
    final List<Throwable> bugs = new ArrayList<>();
    final Requests requests = new Requests(scheduler, REQUEST_TIMEOUT, time, bugs::add);
    final Deque<Runnable> callbacks = new ArrayDeque<>();

    @AfterEach
    void nothingFailedUnexpectedly() {
        assertThat(bugs).isEmpty();
    }

    /** Runs what is due, and completes the callers' futures. */
    final void settle() {
        pass(Duration.ZERO);
    }

    final void pass(Duration duration) {
        scheduler.run(duration);
        runCallbacks();
    }

    final void runCallbacks() {
        while (!callbacks.isEmpty()) {
            callbacks.remove().run();
        }
    }

    static CounterUnavailableException unavailable(ThrowingCallable call) {
        return catchThrowableOfType(CounterUnavailableException.class, call);
    }

    static <T extends Throwable> T failure(Class<T> type, CompletableFuture<Long> number) {
        assertThat(number).isCompletedExceptionally();
        return catchThrowableOfType(type, () -> {
            try {
                number.join();
            } catch (CompletionException e) {
                throw e.getCause();
            }
        });
    }

    static Reason reason(CompletableFuture<Long> number) {
        return failure(CounterUnavailableException.class, number).reason();
    }
}
