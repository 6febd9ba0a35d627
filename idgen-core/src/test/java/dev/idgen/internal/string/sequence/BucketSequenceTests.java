package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import dev.idgen.LeaseStore;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.ManualPlanner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole client, in logical time: what callers see while the store answers, fails, falls silent and comes back. */
class BucketSequenceTests extends SequenceFixture {

    private static final Duration MOMENT = Duration.ofMillis(10);

    @Test
    void idleInstanceInTroubleAsksUntilTheStoreWorksAgainAndThenRests() {
        BucketSequence<Object> sequence = sequence();
        assertThat(sequence.unavailability()).isEmpty();
        leaseStore.decide(Fate.FAILED);
        scheduler.run(TTL.multipliedBy(20));
        assertThat(sequence.unavailability()).get().asString().contains("every bucket's circuit breaker is open");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(5));
        assertThat(sequence.unavailability()).isEmpty();
        scheduler.run(TTL.multipliedBy(7));
        int before = leaseStore.requests().size();
        scheduler.run(TTL.multipliedBy(10));
        assertThat(leaseStore.requests().size()).isEqualTo(before);
        assertThat(sequence.unavailability()).isEmpty();
    }

    /** With the layout and settings that applications have. */
    @ParameterizedTest
    @ValueSource(ints = {2000, 1_000_000})
    void outageOfEightTenthsOfTheTtlIsNotNoticed(int perSecond) {
        UnreliableLeaseStore memory = new UnreliableLeaseStore(new InMemoryLeaseStore(time));
        BucketSequence<Object> sequence = start(TERMS, settings(), memory, BucketLayout.STANDARD, time, scheduler);
        scheduler.runDue();
        long missed = drawBatchesFor(sequence, Duration.ofSeconds(30), perSecond);
        for (Fate fate : List.of(Fate.SWALLOWED, Fate.LOST, Fate.FAILED)) {
            memory.decide(fate);
            missed += drawBatchesFor(sequence, TTL.multipliedBy(8).dividedBy(10), perSecond);
            memory.decide(Fate.ANSWERED);
            missed += drawBatchesFor(sequence, Duration.ofSeconds(21), perSecond);
        }
        assertThat(missed).isZero();
    }

    @Test
    void longOutageFloodsNothingAndFailsWithTheReasonAndEndsByItself() {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(5), 100);
        leaseStore.decide(Fate.SWALLOWED);
        drawFor(sequence, Duration.ofSeconds(20), 100);
        int before = unanswered();
        drawFor(sequence, Duration.ofSeconds(10), 100);
        assertThat(unanswered() - before).as("requests in 10 s").isLessThan(10 * 25);
        SequenceUnavailableException failure = unavailable(sequence);
        assertThat(failure.reason()).isEqualTo(Reason.ALL_OPEN);
        assertThat(failure.buckets().open()).isEqualTo(LAYOUT.buckets());
        assertThat(failure)
                .hasMessageContaining("every bucket's circuit breaker is open")
                .hasMessageContaining("250 ms");
        leaseStore.decide(Fate.ANSWERED);
        drawFor(sequence, Duration.ofSeconds(2), 100);
        assertThat(drawFor(sequence, Duration.ofSeconds(5), 100)).isZero();
    }

    @Test
    void failoverIsTheReasonAlsoIfMostBucketsFail() {
        SimulatedLeaseStore failedOver = new SimulatedLeaseStore(time::millis);
        putGroups(failedOver, BucketLayout.STANDARD, TERMS);
        putGroup(failedOver, BucketLayout.STANDARD, TERMS, 0, time.millis());
        UnreliableLeaseStore one = new UnreliableLeaseStore(failedOver);
        one.decide((operation, group) -> group.equals("0") ? Fate.ANSWERED : Fate.FAILED);
        BucketSequence<Object> sequence = start(TERMS, settings(), one, BucketLayout.STANDARD, time, scheduler);
        scheduler.run(Duration.ofSeconds(1));
        SequenceUnavailableException failure = unavailable(sequence);
        assertThat(failure.buckets().open()).isPositive();
        assertThat(failure.reason()).isEqualTo(Reason.SETTLING);
    }

    @Test
    void restingInstanceGetsNumbersAgainAfterTheSystemRefusedAThread() {
        AtomicBoolean refused = new AtomicBoolean();
        LeaseStore threads = mock(LeaseStore.class, delegatesTo(leaseStore));
        doAnswer(request -> {
                    if (refused.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return leaseStore.read(request.getArgument(0), request.getArgument(1));
                })
                .when(threads)
                .read(any(), any());
        BucketSequence<Object> sequence = start(TERMS, settings(), threads, LAYOUT, time, scheduler);
        scheduler.run(TTL.multipliedBy(8));
        refused.set(true);
        assertThat(draw(sequence)).isFalse();
        scheduler.run(Duration.ofSeconds(1));
        assertThat(unavailable(sequence).getCause()).hasMessage("unable to create native thread");
        refused.set(false);
        scheduler.run(TTL.multipliedBy(8));
        assertThat(draw(sequence)).isFalse();
        scheduler.run(MOMENT);
        assertThat(draw(sequence)).isTrue();
    }

    private int unanswered() {
        return (int) leaseStore.requests().stream()
                .filter(request -> request.fate() != Fate.ANSWERED)
                .count();
    }

    @Test
    void lateAnswerIsUsed() {
        BucketSequence<Object> sequence = sequence();
        scheduler.run(TTL.multipliedBy(8)); // the stock is out of date
        leaseStore.decide((operation, group) -> operation == Operation.SWAP ? Fate.HELD : Fate.ANSWERED);
        assertThat(draw(sequence)).isFalse();
        scheduler.run(Duration.ofSeconds(2));
        leaseStore.decide(Fate.SWALLOWED);
        leaseStore.deliver();
        scheduler.runDue();
        assertThat(draw(sequence)).isTrue();
    }

    @Test
    void instanceThatHoldsAllNumbersUsesThemAgainInEachMillisecondUntilWindowsClose() {
        BucketLayout small = new BucketLayout(2, 10);
        SimulatedLeaseStore few = new SimulatedLeaseStore(time::millis);
        putGroups(few, small, TERMS);
        BucketSequence<Object> sequence = start(TERMS, settings(), few, small, time, scheduler);
        drain(sequence);
        for (int i = 0; i < 100; i++) {
            scheduler.run(Duration.ofMillis(1));
            assertThat(drawAll(sequence, 1000)).isPositive();
        }
        assertThat(sequence.stock()).isZero();
        assertThat(sequence.unavailability()).isEmpty();
        assertThat(measures(sequence).get("idgen.buckets.overflowed")).isGreaterThanOrEqualTo((double) small.buckets());
        assertThat(measures(sequence).get("idgen.sequence.reused")).isGreaterThan((double) small.regularNumbers());
        for (int bucket = 0; bucket < small.buckets(); bucket++) {
            few.put(Integer.toString(small.groupOf(bucket)), "closed:" + bucket, "by hand");
        }
        scheduler.run(TTL);
        SequenceUnavailableException failure = unavailable(sequence);
        assertThat(failure.reason()).isEqualTo(Reason.ALL_LOCKED);
        assertThat(failure.buckets().locked()).isEqualTo(small.buckets());
    }

    @Test
    void callerThatFindsNoNumberGetsAUsedOneInTheNextMillisecond() {
        BucketSequence<Object> sequence = sequence();
        leaseStore.decide(Fate.FAILED);
        drain(sequence);
        CompletableFuture<Long> waiting = sequence.acquireAsync(Stripe::tick);
        assertThat(waiting).isNotDone();
        long before = time.millis();
        scheduler.run(Duration.ofMillis(1));
        assertThat(waiting).isCompletedWithValue(before + 1);
        scheduler.run(TTL);
        assertThat(draw(sequence)).as("after the end of all windows").isFalse();
    }

    /** Draws all there is at this instant. */
    private void drain(BucketSequence<Object> sequence) {
        while (drawAll(sequence, Integer.MAX_VALUE) > 0) {
            scheduler.runDue();
        }
    }

    @Test
    void restartWithOldDataAfterAnOutageOfSevenTenthsOfTheTtlIsNotNoticed() {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(5), 2000);
        int snapshot = store.states();
        int missed = drawFor(sequence, Duration.ofSeconds(30), 2000);
        leaseStore.decide(Fate.FAILED);
        missed += drawFor(sequence, TTL.multipliedBy(7).dividedBy(10), 2000);
        leaseStore.leadTo(store.successor(snapshot, "run1", time::millis));
        leaseStore.decide(Fate.ANSWERED);
        missed += drawFor(sequence, Duration.ofSeconds(40), 2000);
        assertThat(missed).isZero();
    }

    @Test
    void restartWithNothingAfterALongOutageIsOverAfterThreeSeconds() {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(20), 100);
        leaseStore.decide(Fate.FAILED);
        drawFor(sequence, Duration.ofMinutes(1), 100);
        store.lose("");
        store.setRun("run1");
        leaseStore.decide(Fate.ANSWERED);
        drawFor(sequence, Duration.ofSeconds(3), 100);
        assertThat(drawFor(sequence, Duration.ofSeconds(20), 100)).isZero();
    }

    private BucketSequence<Object> sequenceWithShortTtl(int roundTripMillis) {
        leaseStore.delayAnswers(answer -> scheduler.schedule(answer, roundTripMillis, TimeUnit.MILLISECONDS));
        store.lose("");
        return sequence(settings(Duration.ofSeconds(1), Duration.ofMillis(500)), TERMS);
    }

    @Test
    void longRoundTripsDoNotMakeLeasesLookStale() {
        BucketSequence<Object> sequence = sequenceWithShortTtl(60);
        scheduler.run(Duration.ofSeconds(4));
        drawFor(sequence, Duration.ofSeconds(10), 500);
        assertThat(grants().stream().mapToInt(SequenceFixture::numbers).sum())
                .as("numbers asked for to draw 5,000")
                .isLessThan(20_000);
    }

    @Test
    void idleInstanceWithAShortTtlStopsAsking() {
        sequenceWithShortTtl(20);
        scheduler.run(Duration.ofSeconds(10));
        int before = leaseStore.requests().size();
        scheduler.run(Duration.ofSeconds(60));
        assertThat(leaseStore.requests().size()).isEqualTo(before);
    }

    @Test
    void leaseThatArrivesAfterARefusalIsNotUsed() {
        BucketSequence<Object> sequence = sequence();
        scheduler.run(TTL.multipliedBy(8));
        leaseStore.decide((operation, group) -> operation == Operation.SWAP ? Fate.HELD : Fate.ANSWERED);
        assertThat(draw(sequence)).isFalse();
        scheduler.runDue();
        putTerms(OTHER_TERMS); // which the next request finds
        scheduler.run(Duration.ofMillis(100));
        leaseStore.deliver();
        scheduler.runDue();
        assertThat(sequence.stock()).isZero();
    }

    @Test
    void groupsLostToAStoreWhoseClockIsBehindAreLeasedFromAgain() {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(5), 100);
        store.lose("");
        time.stepWall(Duration.ofSeconds(-20));
        drawBatchesFor(sequence, Duration.ofSeconds(40), 1000); // some are equal: a clock back so far is not covered
        assertThat(drawFor(sequence, Duration.ofSeconds(10), 100)).isZero();
    }

    @Test
    void groupsOfANewNamespaceAreWrittenOnceAndNoneIsLost() {
        store.lose("");
        BucketSequence<Object> sequence = sequence();
        BucketSequence<Object> second = another();
        drawFor(sequence, Duration.ofSeconds(30), 100);
        drawFor(second, Duration.ofSeconds(30), 100);
        for (BucketSequence<?> either : List.of(sequence, second)) {
            assertThat(measures(either)).containsEntry("idgen.buckets.lost", 0.0);
        }
        assertThat(drawn).hasSizeGreaterThan(5500);
    }

    // After a total loss

    /** How long the first id takes. */
    private Duration firstIdOf(BucketSequence<Object> sequence) {
        for (int moments = 0; moments < 30_000; moments++) {
            if (draw(sequence)) {
                return MOMENT.multipliedBy(moments);
            }
            scheduler.run(MOMENT);
        }
        throw new AssertionError("no id in five minutes");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void instanceThatStartsAfterATotalLossHasItsFirstIdWithinThreeSeconds(boolean othersRun) {
        BucketSequence<Object> running = another();
        drawFor(running, Duration.ofSeconds(20), 100);
        if (!othersRun) {
            running.close();
        }
        store.lose("");
        store.setRun("run1");
        assertThat(firstIdOf(another())).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2500));
        assertThat(drawFor(List.of(another()), Duration.ofSeconds(20))).isLessThanOrEqualTo(1);
    }

    /** With all the buckets that applications have. */
    @Test
    void slowStoreDelaysNoIdAfterATotalLoss() {
        SimulatedLeaseStore all = new SimulatedLeaseStore(time::millis);
        putGroups(all, BucketLayout.STANDARD, TERMS);
        UnreliableLeaseStore far = new UnreliableLeaseStore(all);
        far.delayAnswers(answer -> scheduler.schedule(answer, 20, TimeUnit.MILLISECONDS));
        BucketSequence<Object> running =
                start(TERMS, settings(), far, BucketLayout.STANDARD, time, new ManualPlanner(scheduler));
        drawFor(running, Duration.ofSeconds(15), 100);
        all.lose("");
        BucketSequence<Object> starting =
                start(TERMS, settings(), far, BucketLayout.STANDARD, time, new ManualPlanner(scheduler));
        assertThat(firstIdOf(starting)).isBetween(Duration.ZERO, Duration.ofSeconds(3));
        drawFor(starting, Duration.ofMillis(100), 100);
        assertThat(drawFor(List.of(running, starting), Duration.ofSeconds(20))).isZero();
    }
}
