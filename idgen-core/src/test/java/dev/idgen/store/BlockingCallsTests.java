package dev.idgen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.time.ManualTime;
import dev.idgen.localredis.Wait;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingCallsTests {

    private final ManualTime time = new ManualTime();
    private final BlockingCalls calls = new BlockingCalls("test-calls", 1, time);
    private final CountDownLatch free = new CountDownLatch(1);

    @AfterEach
    void end() {
        free.countDown();
        calls.close();
    }

    /** The only thread is busy until the test ends it. */
    private void occupy() {
        calls.call(() -> {
            free.await();
            return true;
        });
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void stageFailsWithWhatTheTaskThrows() {
        assertThatThrownBy(() -> answer(calls.call(() -> {
                    throw new IOException("gone");
                })))
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("gone");
    }

    @Test
    void callIsRefusedWhileTooManyWait() {
        occupy();
        for (int i = 0; i < 1024; i++) {
            assertThat(calls.call(() -> true)).isNotNull();
        }
        assertThatThrownBy(() -> answer(calls.call(() -> true)))
                .hasCauseInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("'test-calls'");
    }

    @Test
    void callThatWaitedTooLongIsNotSent() {
        occupy();
        CompletionStage<Boolean> late = calls.call(() -> true);
        time.advance(Duration.ofSeconds(6));
        free.countDown();
        assertThatThrownBy(() -> answer(late)).hasCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void restartRunsNewCallsAndNoneFromBefore() {
        occupy();
        AtomicBoolean late = new AtomicBoolean();
        CompletionStage<Boolean> waiting = calls.call(() -> late.getAndSet(true));
        calls.close();
        calls.start();

        assertThat(answer(calls.call(Thread::currentThread)))
                .matches(Thread::isDaemon)
                .matches(thread -> thread.getName().startsWith("test-calls-"));
        free.countDown();
        assertThatThrownBy(() -> answer(waiting)).hasMessageContaining("are closed");
        assertThat(late).isFalse();
    }

    @Test
    void stopWaitsForTheRunningCallAndEndsTheThreads() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletionStage<Boolean> running = calls.call(() -> {
            begun.countDown();
            free.await();
            return true;
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stopping = CompletableFuture.runAsync(calls::stop);
        Wait.until("new calls to be refused", this::closed);
        assertThat(running.toCompletableFuture()).isNotDone();

        free.countDown();

        answer(stopping);
        assertThat(running.toCompletableFuture()).isDone();
        assertThat(closed()).isTrue();
    }

    /** Not because too many wait. */
    private boolean closed() {
        CompletableFuture<Boolean> call = calls.call(() -> true).toCompletableFuture();
        return call.isCompletedExceptionally()
                && call.handle((done, failure) -> failure.getMessage().contains("are closed"))
                        .join();
    }
}
