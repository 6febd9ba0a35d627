package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A look, a rule and a swap, with all that can come between them. The rule counts up. */
class ReadAndSetTests {

    private static final String GROUP = "g";
    private static final String NAME = "count";
    private static final String OTHER = "other";

    private final SimulatedLeaseStore store = new SimulatedLeaseStore(() -> 1000);
    private final UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(store);
    private final List<Snapshot> judged = new ArrayList<>();
    private int onPlanner;

    private CompletableFuture<String> hold(Function<Snapshot, Step<String>> rule) {
        return new ReadAndSet<String>(
                        leaseStore,
                        GROUP,
                        snapshot -> {
                            judged.add(snapshot);
                            return rule.apply(snapshot);
                        },
                        () -> "contended",
                        task -> {
                            onPlanner++;
                            task.run();
                        })
                .hold(List.of(NAME, OTHER))
                .toCompletableFuture();
    }

    private CompletableFuture<String> countUp(String... guards) {
        return hold(snapshot -> {
            String next = "n=" + (number(snapshot) + 1);
            return Step.write(List.of(guards), NAME, next, next);
        });
    }

    private static long number(Snapshot snapshot) {
        String text = snapshot.value(NAME);
        return text == null ? 0 : LeaseText.parse(text).number("n");
    }

    /** Another client counts up before each of the next swaps gets there. */
    private void raceFor(int swaps) {
        int[] left = {swaps};
        leaseStore.decide((operation, group) -> {
            if (operation == Operation.SWAP && left[0]-- > 0) {
                store.put(GROUP, NAME, "n=" + (number(store.lookAt(GROUP, List.of(NAME))) + 10));
            }
            return Fate.ANSWERED;
        });
    }

    @Test
    void answerWithoutAWriteHoldsAtOnce() {
        assertThat(hold(snapshot -> Step.answer("fine"))).isCompletedWithValue("fine");
        assertThat(leaseStore.looks()).isOne();
        assertThat(leaseStore.swaps()).isZero();
        assertThat(onPlanner).isOne();
    }

    @Test
    void answerHoldsOnceWritten() {
        assertThat(countUp(NAME)).isCompletedWithValue("n=1");
        assertThat(countUp(NAME)).isCompletedWithValue("n=2");
        assertThat(store.values(GROUP)).containsEntry(NAME, "n=2");
        assertThat(leaseStore.looks()).isEqualTo(2);
        assertThat(leaseStore.swaps()).isEqualTo(2);
    }

    @Test
    void ruleIsAskedAgainAboutThePresentValueAfterALostRace() {
        raceFor(1);
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("n=11");
        assertThat(judged).extracting(ReadAndSetTests::number).containsExactly(0L, 10L);
        assertThat(leaseStore.looks()).as("a swap tells what is there").isOne();
    }

    @Test
    void valuesNotComparedByTheSwapAreLookedAtAgain() {
        store.put(GROUP, OTHER, "x=1");
        raceFor(1);
        assertThat(countUp(NAME)).isCompletedWithValue("n=11");
        assertThat(leaseStore.looks()).isEqualTo(2);
        assertThat(judged).allMatch(snapshot -> "x=1".equals(snapshot.value(OTHER)));
    }

    @Test
    void valueThatOthersKeepWritingIsContendedAfterThreeTries() {
        raceFor(2);
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("n=21");
        raceFor(3);
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("contended");
        assertThat(store.values(GROUP)).containsEntry(NAME, "n=51");
        assertThat(leaseStore.swaps()).isEqualTo(3 + 3);
    }

    /** The value is then what the swap was to write. That proves nothing, since another asker may have computed the same. */
    @Test
    void swapRepeatedByTheDriverDoesNotCountAsWritten() {
        boolean[] first = {true};
        leaseStore.decide((operation, group) -> {
            boolean repeated = operation == Operation.SWAP && first[0];
            first[0] &= !repeated;
            return repeated ? Fate.REPEATED : Fate.ANSWERED;
        });
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("n=2");
        assertThat(judged).hasSize(2);
    }

    @Test
    void failureOfLookSwapOrRuleFailsTheAnswer() {
        leaseStore.decide(Fate.FAILED);
        assertFailed(countUp(NAME));
        leaseStore.decide((operation, group) -> operation == Operation.SWAP ? Fate.FAILED : Fate.ANSWERED);
        assertFailed(countUp(NAME));
        leaseStore.decide(Fate.ANSWERED);
        assertFailed(hold(snapshot -> {
            throw new IllegalStateException("connection refused");
        }));
    }

    private static void assertFailed(CompletableFuture<String> answer) {
        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isNotInstanceOf(CompletionException.class)
                .withMessage("connection refused");
    }
}
