package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.internal.counter.UnreliableCounterStore.Fate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SegmentChainTests extends CountingInLogicalTime {

    private static final int MIN = 10;
    private static final int MAX = 10_000;
    private static final Duration PREFETCH = Duration.ofSeconds(2);
    private static final Duration RETRY = Duration.ofMillis(50);

    /** Blocking callers do not wait, so that logical time is all there is. */
    private SegmentChain chain() {
        return chain(Duration.ZERO, true, 0);
    }

    private SegmentChain chain(Duration acquireTimeout, boolean giveBack, long floor) {
        return chain(counter(floor), acquireTimeout, giveBack);
    }

    private GuardedCounter counter(long floor) {
        return new GuardedCounter(NAME, store, requests, CountingNumbers.ALL, floor, CounterTraces.Trace.NONE);
    }

    private SegmentChain chain(BlockSource source, Duration acquireTimeout, boolean giveBack) {
        SegmentChain chain = new SegmentChain(
                source,
                requests,
                time,
                acquireTimeout,
                new SegmentSettings(MIN, MAX, PREFETCH, giveBack),
                callbacks::add);
        chain.start();
        settle();
        return chain;
    }

    private SegmentChain patientChain() {
        return chain(ACQUIRE_TIMEOUT, true, 0);
    }

    /** Takes numbers and lets the planner run after each. */
    private long[] take(SegmentChain chain, int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = chain.next();
            settle();
        }
        return numbers;
    }

    /** Takes numbers at a rate, and returns how many times the store was asked. */
    private int takeSteadily(SegmentChain chain, int perTenMillis, Duration duration) {
        int before = store.additions();
        for (long i = 0; i < duration.toMillis() / 10; i++) {
            for (int k = 0; k < perTenMillis; k++) {
                chain.next();
                settle();
            }
            pass(Duration.ofMillis(10));
        }
        return store.additions() - before;
    }

    private long strangerTakes(int count) {
        return store.add(NAME, count, 0, Long.MAX_VALUE).toCompletableFuture().join();
    }

    @Test
    void batchThatIsNotAtHandIsFetchedByOneRequest() {
        SegmentChain chain = chain();
        assertThat(catchThrowableOfType(CounterUnavailableException.class, () -> chain.next(1000)))
                .isNotNull(); // as no time passes for it
        settle();
        assertThat(store.deltas()).containsExactly((long) MIN, 1000L);
        assertThat(chain.next(1000))
                .isEqualTo(LongStream.rangeClosed(MIN + 1, MIN + 1000).toArray());
    }

    @Test
    void numbersHeldAreSkippedWhenTheCounterIsRaised() {
        SegmentChain chain = chain();
        assertThat(take(chain, 1)).containsExactly(1);
        chain.raiseTo(5000);
        settle();
        assertThat(take(chain, 1)).containsExactly(5001);
    }

    @Test
    void numbersThatArriveWhileTheCounterIsRaisedAreSkipped() {
        GuardedCounter counter = counter(0);
        AtomicReference<SegmentChain> raised = new AtomicReference<>();
        BlockSource source = mock(BlockSource.class, delegatesTo(counter));
        doAnswer(request -> {
                    Consumer<NumberBlock> received = request.getArgument(1);
                    counter.take(
                            request.getArgument(0),
                            block -> {
                                SegmentChain chain = raised.getAndSet(null);
                                if (chain != null) {
                                    chain.raiseTo(5000); // after the counter's check of the block
                                }
                                received.accept(block);
                            },
                            request.getArgument(2));
                    return null;
                })
                .when(source)
                .take(anyInt(), any(), any());
        SegmentChain chain = chain(source, Duration.ZERO, true);
        raised.set(chain);
        assertThat(take(chain, MIN)).startsWith(1, 2, 3).endsWith(5003, 5004).doesNotContain(MIN + 1);
    }

    @Test
    void stepGrowsWithTheRateAndStaysBetweenItsBounds() {
        SegmentChain chain = chain();
        double callsPerNumber = 1;
        for (int perTenMillis : new int[] {1, 10, 40}) {
            takeSteadily(chain, perTenMillis, PREFETCH);
            int calls = takeSteadily(chain, perTenMillis, PREFETCH.multipliedBy(5));
            double numbers = perTenMillis * 100.0 * PREFETCH.toSeconds() * 5;
            assertThat(calls / numbers)
                    .as("store calls per number at %d/s, of %s", 100 * perTenMillis, store.deltas())
                    .isLessThan(callsPerNumber);
            callsPerNumber = calls / numbers;
        }
        assertThat(store.deltas()).allMatch(delta -> delta >= 1 && delta <= MAX);
    }

    @Test
    void stepFallsWithTheRate() {
        SegmentChain chain = chain();
        takeSteadily(chain, 40, PREFETCH);
        pass(Duration.ofMinutes(1));
        assertThat(store.value(NAME)).isGreaterThan(10 * MIN);
        store.decide(Fate.FAILED);
        while (unavailable(chain::next) == null) {
            settle(); // uses up what it held for the rate before
        }
        pass(Duration.ofMinutes(1));
        store.decide(Fate.ANSWERED);
        pass(RETRY);
        assertThat(store.deltas().get(store.additions() - 1)).isLessThanOrEqualTo(2 * MIN);
    }

    @Test
    void outageShorterThanWhatIsHeldIsNotNoticed() {
        SegmentChain chain = chain();
        takeSteadily(chain, 2, PREFETCH.multipliedBy(2));
        for (Fate fate : List.of(Fate.FAILED, Fate.SWALLOWED, Fate.APPLIED_AND_FAILED)) {
            store.decide(fate);
            takeSteadily(chain, 2, PREFETCH.dividedBy(2));
            store.decide(Fate.ANSWERED);
            takeSteadily(chain, 2, PREFETCH);
        }
    }

    @Test
    void outageLongerThanTheHeldNumbersIsReportedAndEndsByItself() {
        SegmentChain chain = chain();
        long last = take(chain, 5)[4];
        store.decide(Fate.FAILED);
        CounterUnavailableException failure = null;
        while (failure == null) {
            failure = unavailable(chain::next);
            pass(Duration.ofMillis(10));
        }
        assertThat(failure.reason()).isEqualTo(Reason.FAILED);
        assertThat(failure).hasMessageContaining("connection refused");
        assertThat(unavailable(chain::next)).isNotNull();
        store.decide(Fate.ANSWERED);
        pass(RETRY);
        assertThat(chain.next()).isGreaterThan(last);
    }

    @Test
    void failedRequestIsNotRepeatedBeforeThePauseWhenCallersCome() {
        store.decide(Fate.FAILED);
        SegmentChain chain = patientChain();
        for (int i = 0; i < RETRY.toMillis() - 1; i++) {
            chain.nextAsync();
            pass(Duration.ofMillis(1));
        }
        assertThat(store.additions()).isEqualTo(1);
    }

    @Test
    void closeHandsBackTheRestOfSeveralSegmentsOnce() {
        SegmentChain chain = chain();
        take(chain, 6);
        assertThat(store.additions()).isEqualTo(2);
        chain.close();
        assertThat(store.value(NAME)).isEqualTo(6);
        chain.close();
        assertThat(store.giveBacks()).isEqualTo(1);
    }

    @Test
    void closeWithoutHandBackLeavesTheCounter() {
        chain(Duration.ZERO, false, 0).close();
        assertThat(store.giveBacks()).isZero();
        assertThat(store.value(NAME)).isEqualTo(MIN);
    }

    @Test
    void onlyTheLatestOfAllotmentsThatDoNotGoOnIsHandedBack() {
        SegmentChain chain = chain();
        strangerTakes(5);
        assertThat(take(chain, 6)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(store.value(NAME)).isGreaterThan(MIN + 5);
        chain.close();
        assertThat(store.value(NAME)).isEqualTo(MIN + 5);
    }

    @Test
    void requestUnderWayWhenItIsClosedIsSkippedAndNothingRepeats() {
        SegmentChain chain = chain();
        store.decide(Fate.HELD);
        take(chain, 6);
        assertThat(store.held()).isEqualTo(1);
        store.decide(Fate.ANSWERED);
        long value = store.value(NAME);
        chain.close();
        store.releaseAll();
        pass(Duration.ofMinutes(1));
        assertThat(unavailable(chain::next).reason()).isEqualTo(Reason.CLOSED);
        assertThat(store.value(NAME)).isEqualTo(value);
        assertThat(take(chain(), 1)).containsExactly(value + 1);
    }

    @Test
    void closingRefusesThoseWhoWaitEvenIfThePlannerEndsAtOnce() {
        store.decide(Fate.SWALLOWED);
        SegmentChain chain = patientChain();
        CompletableFuture<Long> waiting = chain.nextAsync();
        chain.close();
        requests.close();
        settle();
        assertThat(reason(waiting)).isEqualTo(Reason.CLOSED);
    }

    @Test
    void closedSegmentsOfGreatNumbersGiveNone() {
        SegmentChain chain = chain(Duration.ZERO, false, Long.MAX_VALUE - 100);
        assertThat(chain.next()).isEqualTo(Long.MAX_VALUE - 99);
        chain.close();
        assertThat(unavailable(chain::next).reason()).isEqualTo(Reason.CLOSED);
    }

    @Test
    void segmentThatEndsWithTheGreatestLongIsTakenToItsEnd() {
        SegmentChain chain = chain(Duration.ZERO, true, Long.MAX_VALUE - MIN);
        assertThat(take(chain, 2)).containsExactly(Long.MAX_VALUE - MIN + 1, Long.MAX_VALUE - MIN + 2);
        chain.close();
        assertThat(store.value(NAME)).isEqualTo(Long.MAX_VALUE - MIN + 2);
    }

    @Test
    void waitingCallersAreServedWhenNumbersCome() {
        store.decide(Fate.HELD);
        SegmentChain chain = patientChain();
        List<CompletableFuture<Long>> callers =
                LongStream.range(0, 3 * MIN).mapToObj(i -> chain.nextAsync()).toList();
        store.decide(Fate.ANSWERED);
        store.releaseAll();
        scheduler.runDue();
        assertThat(callers).noneMatch(CompletableFuture::isDone);
        IntStream.range(0, 4).forEach(i -> settle());
        assertThat(callers.stream().map(caller -> caller.getNow(0L)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 3 * MIN).boxed().toList());
    }

    @Test
    void waitingCallerIsRefusedByTheDeadlineAndNotOnThePlannersThread() {
        store.decide(Fate.SWALLOWED);
        SegmentChain chain = patientChain();
        CompletableFuture<Long> number = chain.nextAsync();
        scheduler.run(ACQUIRE_TIMEOUT.minusNanos(1));
        assertThat(callbacks).isEmpty();
        scheduler.run(Duration.ofNanos(1));
        assertThat(number).isNotDone();
        settle();
        assertThat(reason(number)).isEqualTo(Reason.TIMED_OUT);
    }

    @Test
    void waitingCallerLooksOnceMoreAtItsDeadline() {
        store.decide(Fate.FAILED);
        SegmentChain chain = patientChain();
        CompletableFuture<Long> number = chain.nextAsync();
        store.decide(Fate.ANSWERED);
        scheduler.run(RETRY);
        assertThat(callbacks)
                .as("told of the arrival, on a machine too busy to look")
                .hasSize(1);
        scheduler.run(ACQUIRE_TIMEOUT);
        assertThat(number).isNotDone();

        callbacks.removeLast().run();

        assertThat(number).isCompletedWithValue(1L);
        settle();
        assertThat(chain.next()).as("none is taken for a caller who has one").isEqualTo(2);
    }

    @Test
    void counterThatWentBackStopsNumbersHeldAsWellUntilItIsRaised() {
        SegmentChain chain = patientChain();
        store.rollBack(NAME, 4);
        take(chain, MIN / 2 + 1); // more are asked for at half, and those held are dropped with the bad news
        CounterWentBackException failure = catchThrowableOfType(CounterWentBackException.class, chain::next);
        assertThat(failure.expected()).isEqualTo(MIN);
        assertThat(failure.found()).isEqualTo(4);
        int before = store.additions();
        pass(Duration.ofMinutes(1));
        assertThat(store.additions()).isEqualTo(before);
        assertThatIllegalArgumentException().isThrownBy(() -> chain.raiseTo(MIN - 1));
        assertThat(chain.nextAsync()).isCompletedExceptionally();
        chain.raiseTo(100);
        settle();
        assertThat(chain.next()).isEqualTo(101);
    }
}
