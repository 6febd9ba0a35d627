package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.ForwardingTime;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a caller of the sequence gets and waits for, when it fails, and what an operator can read. */
class SequenceCallersTests extends SequenceFixture {

    private static final long PATIENCE_SECONDS = 30;
    private static final int STOCK = 1024;

    /** A sequence that has nothing in stock and gets nothing. */
    private BucketSequence<Object> emptySequence() {
        BucketSequence<Object> sequence = sequence();
        scheduler.run(TTL.multipliedBy(8));
        leaseStore.decide(Fate.SWALLOWED);
        return sequence;
    }

    private static Duration clockOffset(BucketSequence<?> sequence) {
        return Duration.ofMillis(Math.round(measures(sequence).get("idgen.clock.offset") * 1e3));
    }

    // Drawing

    @Test
    void stripesAreUsedAgainAndABusyThreadGetsOneToItself() {
        BucketSequence<Object> sequence = sequence();
        int before = workspaces;
        for (int i = 0; i < 20; i++) {
            sequence.release(sequence.acquire());
            sequence.acquireAsync(Stripe::number);
            scheduler.run(Duration.ofMillis(5));
        }
        assertThat(workspaces).isEqualTo(before);
        for (int i = 0; i < 5000; i++) {
            sequence.release(sequence.acquire());
            sequence.acquireAsync(Stripe::number);
            scheduler.runDue();
        }
        assertThat(workspaces).isEqualTo(before + 1);
    }

    @Test
    void numbersLeftInStripesAreDrawnByOthers() {
        BucketSequence<Object> sequence = sequence();
        leaseStore.decide(Fate.FAILED);
        List<Stripe<Object>> owned = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            owned.add(sequence.acquire(50, sequence.deadline()));
        }
        owned.forEach(sequence::release);
        while (draw(sequence)) {
            scheduler.runDue();
        }
        assertThat(drawn).hasSize(STOCK - owned.size());
    }

    @Test
    void clockIsRenewedOnceIn64Readings() {
        int[] renewals = {0};
        TimeSource counting = new ForwardingTime(time) {
            @Override
            public void renew() {
                renewals[0]++;
            }
        };
        BucketSequence<Object> sequence = sequence(settings(), TERMS, counting);
        for (int i = 0; i < 100 * TimeSource.READINGS_PER_RENEWAL; i++) {
            sequence.release(sequence.acquire());
            scheduler.runDue();
        }
        assertThat(renewals[0]).isBetween(100, 150);
    }

    // Waiting

    /** Lets a thread acquire, and returns when it waits. */
    private FutureTask<Long> waitingFor(BucketSequence<Object> sequence) {
        FutureTask<Long> tick = new FutureTask<>(() -> {
            Stripe<Object> stripe = sequence.acquire();
            long result = stripe.tick();
            sequence.release(stripe);
            return result;
        });
        Thread thread = new Thread(tick, "caller");
        thread.setDaemon(true);
        thread.start();
        Wait.until("the caller to wait", () -> thread.getState() == Thread.State.TIMED_WAITING || !thread.isAlive());
        assertThat(tick).as("waits").isNotDone();
        return tick;
    }

    @Test
    void callerWaitsUntilNumbersArrive() throws Exception {
        BucketSequence<Object> sequence = sequence();
        scheduler.run(TTL.multipliedBy(20));
        FutureTask<Long> tick = waitingFor(sequence);
        assertThat(measures(sequence)).containsEntry("idgen.waiting", 1.0);
        scheduler.runDue();
        assertThat(tick.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(time.millis());
        assertThat(measures(sequence)).containsEntry("idgen.waiting", 0.0);
    }

    @Test
    void waitingCallerFailsAsSoonAsTheInstanceIsRefused() {
        putTerms(OTHER_TERMS);
        leaseStore.decide(Fate.HELD);
        CompletableFuture<Integer> number = sequence().acquireAsync(Stripe::number);
        assertThat(number).isNotDone();
        leaseStore.deliver();
        scheduler.runDue();
        assertThatThrownBy(number::join).hasCauseInstanceOf(NamespaceDisagreementException.class);
    }

    @Test
    void callerWhoIsInterruptedFailsAndKeepsTheInterrupt() {
        BucketSequence<Object> sequence = emptySequence();
        Thread.currentThread().interrupt();
        assertThatThrownBy(sequence::acquire)
                .isInstanceOfSatisfying(
                        SequenceUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void stripeIsFreeAgainWhenTheCallersNextStageRuns() {
        BucketSequence<Object> sequence = sequence();
        scheduler.run(TTL.multipliedBy(20));
        CompletableFuture<Object> first = sequence.acquireAsync(Stripe::workspace);
        CompletableFuture<Object> second = first.thenApply(workspace -> {
            Stripe<Object> stripe = sequence.acquire();
            sequence.release(stripe);
            return stripe.workspace();
        });
        assertThat(first).isNotDone();

        scheduler.runDue();

        assertThat(second).isCompletedWithValue(first.join());
    }

    @Test
    void callersWhoGaveUpAreLetGoWithTheNextBeat() {
        BucketSequence<Object> sequence = emptySequence();
        scheduler.run(Duration.ofMillis(100));
        sequence.acquireAsync(Stripe::number);
        assertThat(measures(sequence)).containsEntry("idgen.waiting", 1.0);
        scheduler.run(SequenceSettings.defaults().acquireTimeout());
        assertThat(measures(sequence)).containsEntry("idgen.waiting", 0.0);
        int before = callbacks;
        scheduler.run(Duration.ofMillis(500));
        assertThat(callbacks).isEqualTo(before + 1);
        scheduler.run(TTL);
        assertThat(callbacks).isEqualTo(before + 1);
    }

    @Test
    void firstCallerAlsoWaitsForTheFirstAnswerOfTheStore() {
        leaseStore.decide((operation, group) -> operation == Operation.SWAP ? Fate.SWALLOWED : Fate.ANSWERED);
        CompletableFuture<Object> caller = sequence().acquireAsync(Stripe::number);
        scheduler.run(Requests.FIRST_TIMEOUT);
        assertThat(caller).isNotDone();
        scheduler.run(SequenceSettings.defaults().acquireTimeout());
        assertThatThrownBy(caller::join).hasMessageContaining("after 20500 ms: no bucket delivered in time");
    }

    // The first outcome

    @ParameterizedTest
    @CsvSource({"ANSWERED, P1D", "FAILED, P1D", "SWALLOWED, PT0S"})
    void firstOutcomeIsAwaitedUntilALeaseOrAFailureOrInVain(Fate fate, Duration most) {
        leaseStore.decide(fate);
        assertThat(sequence().awaitFirstOutcome(most)).isEmpty();
    }

    // What an operator can read

    @Test
    void instanceRefusedLaterDrawsNoMoreOfItsStock() {
        BucketSequence<Object> sequence = sequence();
        drawFor(sequence, Duration.ofSeconds(6), 100);
        putTerms(OTHER_TERMS);
        drawFor(sequence, TTL, 100);
        assertThat(sequence.stock()).isZero();
        assertThatThrownBy(sequence::acquire).isInstanceOf(NamespaceDisagreementException.class);
        assertThat(sequence.unavailability())
                .get()
                .asString()
                .startsWith(
                        "namespace 'test' has zone +01:00, but this instance has UTC; use the namespace's, or set 'idgen.replaces'");
    }

    @Test
    void closedSequenceHandsOutItsStockAndIsInTroubleWhenThatIsOutOfDate() {
        BucketSequence<Object> sequence = sequence();
        sequence.close();
        assertThat(scheduler.isShutdown()).isTrue();
        assertThat(draw(sequence)).isTrue();
        assertThat(sequence.unavailability()).isEmpty();
        time.advance(TTL);
        assertThat(sequence.unavailability()).get().asString().contains("closed");
        assertThatThrownBy(sequence::acquire).hasMessageContaining("closed");
    }

    @Test
    void clockSkewIsMeasuredWithEachAnswerAndDoesNotChangeStamps() {
        ManualTime clocks = new ManualTime(time.instant().plus(Duration.ofHours(3)));
        BucketSequence<Object> sequence = sequence(settings(), TERMS, clocks);
        Duration skew = Duration.ofHours(3);
        assertThat(clockOffset(sequence)).isEqualTo(skew);
        assertThat(measures(sequence)).containsEntry("idgen.clock.offset", (double) skew.toSeconds());
        assertThat(sequence.acquireAsync(Stripe::tick)).isCompletedWithValue(time.millis());
        int before = grants().size();
        clocks.stepWall(Duration.ofHours(-5));
        assertThat(clockOffset(sequence)).isEqualTo(skew);
        for (int i = 0; i <= STOCK / 2; i++) {
            draw(sequence);
        }
        scheduler.runDue();
        assertThat(grants()).hasSize(before + 1);
        assertThat(clockOffset(sequence)).isEqualTo(Duration.ofHours(-2));
    }

    @Test
    void measuresShowNumbersRequestsAndStatesOfBuckets() {
        BucketSequence<Object> sequence = sequence();
        draw(sequence);
        assertThat(measures(sequence))
                .containsOnly(
                        entry("idgen.issued", 1.0),
                        entry("idgen.held", STOCK - 1.0),
                        entry("idgen.waiting", 0.0),
                        entry("idgen.clock.offset", 0.0),
                        entry("idgen.buckets ready", (double) LAYOUT.buckets()),
                        entry("idgen.buckets open", 0.0),
                        entry("idgen.buckets locked", 0.0),
                        entry("idgen.sequence.reused", 0.0),
                        entry("idgen.buckets.overflowed", 0.0),
                        entry("idgen.buckets.lost", 0.0),
                        entry("idgen.store.requests answered", 2.0),
                        entry("idgen.store.requests failed", 0.0),
                        entry("idgen.store.requests timed-out", 0.0));
        leaseStore.decide(Fate.FAILED);
        int before = leaseStore.requests().size();
        scheduler.run(Duration.ofSeconds(2));
        int failed = leaseStore.requests().size() - before;
        sequence.release(sequence.acquire());
        assertThat(measures(sequence))
                .containsEntry("idgen.issued", 2.0)
                .containsEntry("idgen.buckets open", (double) LAYOUT.buckets())
                .containsEntry("idgen.buckets ready", 0.0)
                .containsEntry("idgen.store.requests failed", (double) failed);
    }
}
