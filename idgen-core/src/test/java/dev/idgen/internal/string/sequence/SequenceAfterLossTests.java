package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.time.ManualPlanner;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** After a store lost data, repeated or delayed requests, callers wait no longer than promised, and no id comes twice. */
class SequenceAfterLossTests extends SequenceFixture {

    private static final Duration MOMENT = Duration.ofMillis(10);

    /** Draws from all of them for a while, and returns how many draws of each did not succeed at once. */
    private List<Integer> drawFor(Duration duration, List<BucketSequence<Object>> instances) {
        int[] missed = new int[instances.size()];
        for (long i = 0; i < duration.dividedBy(MOMENT); i++) {
            Arrays.setAll(missed, each -> missed[each] + (draw(instances.get(each)) ? 0 : 1));
            scheduler.run(MOMENT);
        }
        return Arrays.stream(missed).boxed().toList();
    }

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
    void instanceThatStartsAfterATotalLossHasItsFirstIdWithinFourSeconds(boolean othersRun) {
        BucketSequence<Object> running = another();
        drawFor(running, Duration.ofSeconds(20), 100);
        if (!othersRun) {
            running.close();
        }
        store.lose("");
        store.setRun("run1");
        assertThat(firstIdOf(another())).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
        assertThat(drawFor(Duration.ofSeconds(20), List.of(another()))).allMatch(missed -> missed <= 1);
    }

    /** With all the buckets that applications have. */
    @Test
    void slowStoreDelaysNoIdAfterATotalLoss() {
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
        assertThat(firstIdOf(starting)).isBetween(Duration.ZERO, Duration.ofSeconds(4));
        drawFor(starting, Duration.ofMillis(100), 100);
        assertThat(drawFor(Duration.ofSeconds(20), List.of(running, starting))).containsOnly(0);
        assertThat(running.lead()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"REPEATED", "LOST", "LATE", "HELD"})
    void swapsThatFailRepeatNoId(Fate fate) {
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
    void clientStoppedBetweenLookAndSwapWritesNothingOutdated() {
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
}
