package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.internal.counter.UnreliableCounterStore.Fate;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergedCounterTests extends CountingInLogicalTime {

    private static final Duration RETRY = Duration.ofMillis(20);
    private static final Duration SWEEP = Duration.ofMillis(50);

    private final MergedCounter counter = counter(ACQUIRE_TIMEOUT, 0);

    private MergedCounter counter(Duration acquireTimeout, long floor) {
        GuardedCounter guarded =
                new GuardedCounter(NAME, store, requests, CountingNumbers.ALL, floor, CounterTraces.Trace.NONE);
        return new MergedCounter(guarded, requests, time, acquireTimeout, callbacks::add);
    }

    private CompletableFuture<Long> requested() {
        CompletableFuture<Long> number = counter.nextAsync(Long.MAX_VALUE);
        settle();
        return number;
    }

    private long taken() {
        return requested().getNow(null);
    }

    @Test
    void callersThatComeTogetherShareOneRequestInArrivalOrder() {
        List<CompletableFuture<Long>> callers = LongStream.range(0, 5)
                .mapToObj(i -> counter.nextAsync(Long.MAX_VALUE))
                .toList();
        scheduler.runDue();
        assertThat(callers).as("on the planner's thread").noneMatch(CompletableFuture::isDone);
        runCallbacks();
        assertThat(callers.stream().map(CompletableFuture::join)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(store.deltas()).containsExactly(5L);
    }

    @Test
    void callersThatComeDuringARequestShareTheNext() {
        store.decide(Fate.HELD);
        CompletableFuture<Long> first = requested();
        CompletableFuture<Long> second = requested();
        CompletableFuture<Long> third = requested();
        assertThat(store.deltas()).containsExactly(1L);
        store.release(0);
        settle();
        assertThat(first).isCompletedWithValue(1L);
        assertThat(second).isNotDone();
        assertThat(store.deltas()).containsExactly(1L, 2L);
        store.release(0);
        settle();
        assertThat(second).isCompletedWithValue(2L);
        assertThat(third).isCompletedWithValue(3L);
    }

    @Test
    void requestServesTenThousandCallersAndTheNextTheRest() {
        List<CompletableFuture<Long>> callers = LongStream.range(0, 10_001)
                .mapToObj(i -> counter.nextAsync(Long.MAX_VALUE))
                .toList();
        settle();
        assertThat(callers.get(10_000)).isCompletedWithValue(10_001L);
        assertThat(store.deltas()).containsExactly(10_000L, 1L);
    }

    @Test
    void callerThatGaveUpBeforeItsRequestWasSentLeavesNoGap() {
        store.decide(Fate.HELD);
        requested();
        CompletableFuture<Long> second = counter.nextAsync(Long.MAX_VALUE);
        CompletableFuture<Long> third = requested();
        second.cancel(false);
        store.decide(Fate.ANSWERED);
        store.releaseAll();
        settle();
        assertThat(third).isCompletedWithValue(2L);
        assertThat(taken()).isEqualTo(3);
    }

    @Test
    void callerPastItsDeadlineWhoseCallbackIsLateLeavesNoGap() {
        store.decide(Fate.FAILED);
        CompletableFuture<Long> first = counter.nextAsync(Long.MAX_VALUE);
        scheduler.run(ACQUIRE_TIMEOUT.plus(SWEEP)); // the threads for callbacks are busy
        store.decide(Fate.ANSWERED);
        CompletableFuture<Long> second = counter.nextAsync(Long.MAX_VALUE);
        scheduler.run(RETRY);
        runCallbacks();
        assertThat(reason(first)).isEqualTo(Reason.FAILED);
        assertThat(second).isCompletedWithValue(1L);
    }

    @Test
    void blockedCallerThatGaveUpBeforeItsRequestWasSentLeavesNoGap() {
        MergedCounter impatient = counter(Duration.ZERO, 0);
        assertThat(unavailable(() -> impatient.next(1, Long.MAX_VALUE)).reason())
                .isEqualTo(Reason.TIMED_OUT);
        assertThat(catchThrowableOfType(CounterUnavailableException.class, () -> impatient.next(500, Long.MAX_VALUE)))
                .as("a batch")
                .isNotNull();
        settle();
        assertThat(store.additions()).isZero();
    }

    @Test
    void interruptedCallerKeepsItsFlagAndLeavesNoGap() {
        Thread.currentThread().interrupt();
        CounterUnavailableException failure = unavailable(() -> counter.next(1, Long.MAX_VALUE));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.reason()).isEqualTo(Reason.INTERRUPTED);
        settle();
        assertThat(store.additions()).isZero();
    }

    @Test
    void failedRequestIsNotRepeatedBeforeThePauseWhenCallersCome() {
        store.decide(Fate.FAILED);
        requested();
        for (int i = 0; i < RETRY.toMillis() - 1; i++) {
            pass(Duration.ofMillis(1));
            counter.nextAsync(Long.MAX_VALUE);
        }
        settle();
        assertThat(store.additions()).isEqualTo(1);
        pass(Duration.ofMillis(1));
        assertThat(store.deltas()).containsExactly(1L, RETRY.toMillis());
    }

    @Test
    void requestWithUnknownOutcomeLeavesAGapAndRepeatsNothing() {
        store.decide(Fate.APPLIED_AND_FAILED);
        CompletableFuture<Long> number = requested();
        store.decide(Fate.ANSWERED);
        pass(RETRY);
        assertThat(number).isCompletedWithValue(2L);
        assertThat(taken()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"012", "021", "102", "120", "201", "210"})
    void lateAnswersInAnyOrderNeitherTripTheGuardNorAreHandedOut(String order) {
        assertThat(taken()).isEqualTo(1);
        store.decide(Fate.HELD);
        CompletableFuture<Long> waiting = counter.nextAsync(Long.MAX_VALUE);
        pass(REQUEST_TIMEOUT.plus(RETRY).multipliedBy(3).minus(RETRY)); // the third is given up now
        assertThat(store.held()).isEqualTo(3);
        List<Integer> indices = new ArrayList<>(List.of(0, 1, 2));
        store.decide(Fate.ANSWERED);
        long expected = 5; // 2 to 4 are lost
        for (int i = 0; i < order.length(); i++) {
            int index = indices.indexOf(order.charAt(i) - '0');
            indices.remove(index);
            store.release(index);
            pass(RETRY);
            assertThat(waiting).isCompletedWithValue(5L);
            expected++;
            assertThat(taken()).isEqualTo(expected);
        }
    }

    @Test
    void lateAnswerDuringTheNextRequestIsNotTakenForItsAnswer() {
        assertThat(taken()).isEqualTo(1);
        store.decide(Fate.HELD);
        CompletableFuture<Long> waiting = counter.nextAsync(Long.MAX_VALUE);
        pass(REQUEST_TIMEOUT.plus(RETRY));
        assertThat(store.held()).isEqualTo(2);
        store.release(0);
        settle();
        assertThat(waiting).isNotDone();
        store.release(0);
        settle();
        assertThat(waiting).isCompletedWithValue(3L);
    }

    @Test
    void callerOfASilentStoreIsRefusedByTheDeadlineAndNotOnThePlannersThread() {
        assertThat(taken()).isEqualTo(1);
        store.decide(Fate.SWALLOWED);
        CompletableFuture<Long> number = counter.nextAsync(Long.MAX_VALUE);
        scheduler.run(ACQUIRE_TIMEOUT.minusMillis(1));
        assertThat(callbacks).isEmpty();
        scheduler.run(SWEEP);
        assertThat(number).isNotDone();
        runCallbacks();
        assertThat(reason(number)).isEqualTo(Reason.TIMED_OUT);
        assertThat(failure(CounterUnavailableException.class, number)).hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void nextOfAFailingStoreFailsWithTheCause() {
        store.decide(Fate.FAILED);
        CompletableFuture<Long> number = counter.nextAsync(Long.MAX_VALUE);
        pass(ACQUIRE_TIMEOUT.plus(SWEEP));
        assertThat(reason(number)).isEqualTo(Reason.FAILED);
        assertThat(failure(CounterUnavailableException.class, number))
                .hasMessageContaining("'orders'")
                .hasMessageContaining("connection refused");
    }

    @Test
    void closeRefusesAllCallersAndSendsNothingMore() {
        store.decide(Fate.HELD);
        CompletableFuture<Long> beingServed = requested();
        CompletableFuture<Long> waiting = requested();
        CompletableFuture<Long> unseen = counter.nextAsync(Long.MAX_VALUE);
        counter.close();
        CompletableFuture<Long> after = requested();
        store.releaseAll();
        pass(Duration.ofSeconds(10));
        assertThat(List.of(beingServed, waiting, unseen, after))
                .allSatisfy(number -> assertThat(reason(number)).isEqualTo(Reason.CLOSED));
        assertThat(unavailable(() -> counter.next(1, Long.MAX_VALUE)).reason()).isEqualTo(Reason.CLOSED);
        assertThat(store.additions()).isEqualTo(1);
    }

    @Test
    void closingRefusesAllEvenIfThePlannerEndsAtOnce() {
        store.decide(Fate.SWALLOWED);
        CompletableFuture<Long> waiting = requested();
        CompletableFuture<Long> unseen = counter.nextAsync(Long.MAX_VALUE);
        counter.close();
        requests.close();
        runCallbacks();
        assertThat(reason(waiting)).isEqualTo(Reason.CLOSED);
        assertThat(reason(unseen)).isEqualTo(Reason.CLOSED);
    }

    @Test
    void counterThatWentBackStopsUntilItIsRaised() {
        IntStream.range(0, 5).forEach(i -> taken());
        store.rollBack(NAME, 2);
        CompletableFuture<Long> first = counter.nextAsync(Long.MAX_VALUE);
        CompletableFuture<Long> second = requested();
        CompletableFuture<Long> third = requested();
        assertThat(List.of(first, second, third)).allSatisfy(number -> {
            CounterWentBackException failure = failure(CounterWentBackException.class, number);
            assertThat(failure.expected()).isEqualTo(5);
            assertThat(failure.found()).isEqualTo(2);
        });
        assertThat(store.additions()).isEqualTo(6);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> counter.source().raiseTo(4))
                .withMessageContaining("at least 5");
        CompletableFuture<Long> still = requested();
        failure(CounterWentBackException.class, still);
        counter.source().raiseTo(5);
        assertThat(taken()).isEqualTo(6);
        counter.source().raiseTo(10);
        assertThat(taken()).isEqualTo(11);
    }

    @Test
    void requestThatWasUnderWayWhenTheCounterWasRaisedIsMadeAgain() {
        store.decide(Fate.HELD);
        CompletableFuture<Long> number = requested();
        store.decide(Fate.ANSWERED);
        counter.source().raiseTo(1000);
        store.releaseAll();
        pass(RETRY);
        assertThat(number).isCompletedWithValue(1001L);
        assertThat(taken()).isEqualTo(1002);
    }

    @Test
    void countsFromItsFloorToTheGreatestLong() {
        MergedCounter last = counter(ACQUIRE_TIMEOUT, Long.MAX_VALUE - 2);
        CompletableFuture<Long> first = last.nextAsync(Long.MAX_VALUE);
        CompletableFuture<Long> second = last.nextAsync(Long.MAX_VALUE);
        settle();
        assertThat(first).isCompletedWithValue(Long.MAX_VALUE - 1);
        assertThat(second).isCompletedWithValue(Long.MAX_VALUE);
        CompletableFuture<Long> third = last.nextAsync(Long.MAX_VALUE);
        pass(ACQUIRE_TIMEOUT.plus(SWEEP));
        assertThat(failure(CounterExhaustedException.class, third).max()).isEqualTo(Long.MAX_VALUE);
    }

    /** However quickly the store answers. */
    @Test
    void batchIsServedByOneRequest() {
        try (CounterSequences counters = new CounterSequences(store, Duration.ofSeconds(30), TimeSource.system())) {
            NumberSequence merged = counters.merged(CountingNumbers.ALL, new CounterSettings(Duration.ofSeconds(30), 0))
                    .of(NAME, Long.MAX_VALUE);
            for (int batch = 0; batch < 200; batch++) {
                assertThat(merged.next(500))
                        .isEqualTo(LongStream.rangeClosed(500L * batch + 1, 500L * batch + 500)
                                .toArray());
            }
            assertThat(store.deltas()).hasSize(200).containsOnly(500L);
        }
    }
}
