package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.time.ManualPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promises for a store that loses, repeats, delays or forgets, or tells a wrong time: how long callers wait, how far ids lead, and
 * that none comes twice.
 */
class SequenceAfterLossTests extends SequenceFixture {

    private static final Duration MOMENT = Duration.ofMillis(10);

    /** Draws from all of them for a while, and returns how many draws of each did not succeed at once. */
    private List<Integer> drawFor(Duration duration, List<BucketSequence<Object>> instances) {
        List<Integer> missed = new ArrayList<>(instances.stream().map(it -> 0).toList());
        for (long i = 0; i < duration.dividedBy(MOMENT); i++) {
            for (int each = 0; each < instances.size(); each++) {
                missed.set(each, missed.get(each) + (draw(instances.get(each)) ? 0 : 1));
            }
            scheduler.run(MOMENT);
        }
        return missed;
    }

    private Duration untilTheFirstId(BucketSequence<Object> sequence) {
        long begun = time.nanoTime();
        while (!draw(sequence)) {
            scheduler.run(MOMENT);
            assertThat(time.nanoTime() - begun).isLessThan(Duration.ofMinutes(5).toNanos());
        }
        return Duration.ofNanos(time.nanoTime() - begun);
    }

    // After a loss

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void instanceThatStartsAfterATotalLossHasItsFirstIdWithinFourSeconds(boolean othersRun) {
        BucketSequence<Object> running = another();
        drawFor(running, Duration.ofSeconds(20), 100);
        if (!othersRun) {
            running.close();
        }
        store.lose("");
        store.setRun("run1");
        assertThat(untilTheFirstId(another())).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
        assertThat(drawFor(Duration.ofSeconds(20), List.of(another()))).allMatch(missed -> missed <= 1);
    }

    /** With all the buckets that applications have. */
    @Test
    void distanceOfTheStoreDelaysNothingAfterATotalLoss() {
        SimulatedRegister all = new SimulatedRegister(time::millis);
        makeBuckets(all, BucketLayout.STANDARD);
        UnreliableRegister far = new UnreliableRegister(all);
        far.delayAnswers(answer -> scheduler.schedule(answer, 20, TimeUnit.MILLISECONDS));
        BucketSequence<Object> running = start(
                TERMS, SequenceSettings.defaults(), far, BucketLayout.STANDARD, time, new ManualPlanner(scheduler));
        drawFor(running, Duration.ofSeconds(15), 100);
        all.lose("");
        BucketSequence<Object> starting = start(
                TERMS, SequenceSettings.defaults(), far, BucketLayout.STANDARD, time, new ManualPlanner(scheduler));
        assertThat(untilTheFirstId(starting)).isLessThan(Duration.ofSeconds(4));
        drawFor(starting, Duration.ofMillis(100), 100);
        assertThat(drawFor(Duration.ofSeconds(20), List.of(running, starting))).containsOnly(0);
        assertThat(running.lead()).isZero();
    }

    @Test
    void idsLeadByNoMoreThanATtlAfterALossAndAreRightAgainSoon() {
        BucketSequence<Object> running = another();
        drawFor(running, Duration.ofSeconds(20), 100);
        store.lose("");
        BucketSequence<Object> starting = another();
        long most = 0;
        for (int i = 0; i < 1600; i++) {
            for (BucketSequence<Object> each : List.of(running, starting)) {
                CompletableFuture<Long> tick = each.acquireAsync(Stripe::tick);
                most = Math.max(most, tick.isDone() ? tick.join() - time.millis() : 0);
            }
            scheduler.run(MOMENT);
        }
        assertThat(most).isBetween(1000L, TTL.toMillis());
        assertThat(running.lead()).isZero();
        assertThat(starting.lead()).isZero();
        assertThat(starting.acquireAsync(Stripe::tick).join()).isCloseTo(time.millis(), within(MOMENT.toMillis()));
    }

    /** The starter's clock does not matter: its stamps are clamped into the windows. */
    @Test
    void lossWhileInstancesComeAndGoRepeatsNothing() {
        List<BucketSequence<Object>> instances = new ArrayList<>(List.of(another(), another()));
        for (int round = 1; round < 12; round++) {
            drawFor(Duration.ofSeconds(3), instances);
            int known = store.states();
            drawFor(Duration.ofMillis(40L * round), instances);
            switch (round % 3) {
                case 0 -> store.lose("");
                case 1 -> store.loseGroup(Integer.toString(round));
                default -> register.leadTo(store.successor(known, "run" + round, time::millis));
            }
            instances.remove(0).close();
            instances.add(another());
        }
        assertThat(drawFor(Duration.ofSeconds(20), instances)).isNotEmpty();
        assertThat(drawn).hasSizeGreaterThan(4000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "run=x", "{\"format\":4}", "run=run0 epoch=0 quarter=9 position=0"})
    void valuesThatCannotBeReadCountAsLost(String text) {
        BucketSequence<Object> running = another();
        drawFor(running, Duration.ofSeconds(10), 100);
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            store.put(Integer.toString(i), BucketLeases.LEASE, text.isEmpty() ? "?" : text);
        }
        assertThat(drawFor(Duration.ofSeconds(20), List.of(running))).containsExactly(0);
        assertThat(running.lostRecords()).isEqualTo(LAYOUT.buckets());
        assertThat(store.values("7").get(BucketLeases.LEASE)).startsWith("run=run0 ");
    }

    // Requests that go wrong

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"REPEATED", "LOST", "LATE", "HELD"})
    void swapsThatGoWrongRepeatNothing(Fate fate) {
        List<BucketSequence<Object>> instances = List.of(another(), another());
        int[] count = {0};
        register.decide(
                (operation, group) -> operation == Operation.SWAP && ++count[0] % 2 == 0 ? fate : Fate.ANSWERED);
        for (int i = 0; i < 30; i++) {
            drawFor(Duration.ofMillis(700), instances);
            register.deliver();
        }
        assertThat(count[0]).isGreaterThan(20);
        register.decide(Fate.ANSWERED);
        drawFor(Duration.ofSeconds(2), instances);
        assertThat(drawFor(Duration.ofSeconds(10), instances)).containsOnly(0);
    }

    /** A process that stands still: what it had looked at is out of date when it goes on. */
    @Test
    void clientThatIsStoppedBetweenLookAndSwapWritesNothingThatIsOutOfDate() {
        ManualPlanner stopped = new ManualPlanner(scheduler);
        BucketSequence<Object> sequence = start(TERMS, SequenceSettings.defaults(), register, LAYOUT, time, stopped);
        BucketSequence<Object> other = another();
        drawFor(Duration.ofSeconds(5), List.of(sequence, other));
        register.decide((operation, group) -> operation == Operation.LOOK ? Fate.HELD : Fate.ANSWERED);
        while (draw(sequence)) {
            scheduler.runDue();
        }
        stopped.pause();
        register.decide(Fate.ANSWERED);
        register.deliver();
        store.lose("");
        drawFor(Duration.ofSeconds(20), List.of(other));
        int before = register.swaps();
        stopped.resume();
        scheduler.runDue();
        assertThat(register.swaps()).isGreaterThan(before);
        assertThat(drawFor(Duration.ofSeconds(10), List.of(sequence, other))).allMatch(missed -> missed <= 10);
    }

    @Test
    void swapThatIsDeliveredToAnotherServerWritesNothingThere() {
        BucketSequence<Object> sequence = another();
        drawFor(sequence, Duration.ofSeconds(5), 100);
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.LATE : Fate.ANSWERED);
        drawFor(sequence, Duration.ofMillis(400), 2000);
        SimulatedRegister successor = store.successor(store.states(), "run1", time::millis);
        register.leadTo(successor);
        int states = successor.states();
        register.decide(Fate.SWALLOWED);
        register.deliver();
        assertThat(successor.states()).isEqualTo(states);
    }

    // Wrong clocks

    @Test
    void clockSixHoursAheadForTenSecondsPoisonsNothing() {
        BucketSequence<Object> running = another();
        drawFor(running, Duration.ofSeconds(10), 100);
        ahead[0] = Duration.ofHours(6).toMillis();
        BucketSequence<Object> starting = another();
        int missed = drawFor(Duration.ofSeconds(5), List.of(running, starting)).get(0);
        store.setRun("run1"); // a doubt, which nothing calculates in that time
        missed += drawFor(Duration.ofSeconds(5), List.of(running, starting)).get(0);
        ahead[0] = 0;
        assertThat(missed).isZero();
        List<BucketSequence<Object>> all = List.of(running, starting, another());
        drawFor(Duration.ofSeconds(4), all);
        assertThat(drawFor(Duration.ofSeconds(20), all)).containsOnly(0);
        for (BucketSequence<Object> each : all) {
            assertThat(each.lead()).isZero();
            assertThat(each.acquireAsync(Stripe::tick).join()).isCloseTo(time.millis(), within(1000L));
        }
    }

    // Terms, ttl and permission

    @Test
    void runningInstancePutsLostTermsBackAndKeepsOthersOut() {
        BucketSequence<Object> running = another();
        drawFor(running, TTL.multipliedBy(3), 100);
        loseNamespace();
        drawFor(running, TTL.plusSeconds(1), 100);
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
        putTerms(OTHER_TERMS);
        drawFor(running, TTL.plusSeconds(1), 100);
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
        assertThat(running.trouble()).isEmpty();
    }

    @Test
    void instanceOfAnotherTtlIsRefused() {
        drawFor(another(), Duration.ofSeconds(1), 100);
        BucketSequence<Object> other = another(settings(TTL.multipliedBy(2), Duration.ofMillis(500)), TERMS);
        assertThat(other.awaitFirstOutcome(Duration.ZERO))
                .get()
                .isInstanceOfSatisfying(
                        NamespaceDisagreementException.class,
                        it -> assertThat(it.setting()).isEqualTo("lease-ttl"));
        assertThat(other.trouble()).get().asString().contains("To change it, stop all instances of the namespace");
    }

    @Test
    void storeThatDoesNotTellItsRunIsRefusedUntilItDoes() {
        BucketSequence<Object> sequence = another();
        drawFor(sequence, Duration.ofSeconds(5), 100);
        register.failWith(new StoreUnsuitableException("grant '+info'"));
        register.decide(Fate.FAILED);
        drawFor(sequence, TTL.plusSeconds(2), 100);
        assertThat(sequence.acquireAsync(Stripe::number))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StoreUnsuitableException.class)
                .withMessage("grant '+info'");
        assertThat(sequence.trouble()).contains("grant '+info'");
        register.decide(Fate.ANSWERED);
        drawFor(sequence, Duration.ofSeconds(2), 100);
        assertThat(drawFor(sequence, Duration.ofSeconds(5), 100)).isZero();
        assertThat(sequence.trouble()).isEmpty();
    }

    @Test
    void instanceThatStartsOnAStoreThatDoesNotTellItsRunSaysSo() {
        register.failWith(new StoreUnsuitableException("grant '+info'"));
        register.decide(Fate.FAILED);
        assertThat(another().awaitFirstOutcome(Duration.ZERO)).get().isInstanceOf(StoreUnsuitableException.class);
    }

    @Test
    void idleInstancesAskNothing() {
        List<BucketSequence<Object>> idle =
                Stream.generate(this::another).limit(3).toList();
        scheduler.run(TTL.multipliedBy(7));
        int before = register.requests().size();
        scheduler.run(Duration.ofHours(1));
        assertThat(register.requests()).hasSize(before);
        assertThat(idle).allMatch(it -> it.trouble().isEmpty());
    }

    @Test
    void swapIsNoLongerInTimeAfterHalfASecond() {
        UnreliableRegister slow = new UnreliableRegister(store);
        slow.decide((operation, group) -> operation == Operation.SWAP ? Fate.LATE : Fate.ANSWERED);
        start(TERMS, SequenceSettings.defaults(), slow, LAYOUT, time, new ManualPlanner(scheduler));
        time.advance(Duration.ofMillis(Register.SWAP_LIMIT_MILLIS + 1));
        int states = store.states();
        slow.deliver();
        assertThat(store.states()).isEqualTo(states);
    }
}
