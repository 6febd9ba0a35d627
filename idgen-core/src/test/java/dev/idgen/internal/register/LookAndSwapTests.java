package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Register.Snapshot;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A look, a rule and a swap, with all that can come between them. The rule counts up. */
class LookAndSwapTests {

    private static final String GROUP = "g";
    private static final String NAME = "count";
    private static final String OTHER = "other";

    private final SimulatedRegister store = new SimulatedRegister(() -> 1000);
    private final UnreliableRegister register = new UnreliableRegister(store);
    private final List<Snapshot> judged = new ArrayList<>();
    private int onPlanner;

    private CompletableFuture<String> hold(Function<Snapshot, Step<String>> rule) {
        return new LookAndSwap<String>(
                        register,
                        GROUP,
                        look -> {
                            judged.add(look);
                            return rule.apply(look);
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
        return hold(look -> {
            String next = "n=" + (number(look) + 1);
            return Step.write(List.of(guards), NAME, next, next);
        });
    }

    private static long number(Snapshot look) {
        String text = look.value(NAME);
        return text == null ? 0 : RegisterText.parse(text).number("n");
    }

    /** Another client counts up before each of the next swaps gets there. */
    private void raceFor(int swaps) {
        int[] left = {swaps};
        register.decide((operation, group) -> {
            if (operation == Operation.SWAP && left[0]-- > 0) {
                store.put(GROUP, NAME, "n=" + (number(store.lookAt(GROUP, List.of(NAME))) + 10));
            }
            return Fate.ANSWERED;
        });
    }

    @Test
    void answerWithoutAWriteHoldsAtOnce() {
        assertThat(hold(look -> Step.answer("fine"))).isCompletedWithValue("fine");
        assertThat(register.looks()).isOne();
        assertThat(register.swaps()).isZero();
        assertThat(onPlanner).isOne();
    }

    @Test
    void answerHoldsOnceWritten() {
        assertThat(countUp(NAME)).isCompletedWithValue("n=1");
        assertThat(countUp(NAME)).isCompletedWithValue("n=2");
        assertThat(store.values(GROUP)).containsEntry(NAME, "n=2");
        assertThat(register.looks()).isEqualTo(2);
        assertThat(register.swaps()).isEqualTo(2);
    }

    @Test
    void ruleIsAskedAgainAboutThePresentValueAfterALostRace() {
        raceFor(1);
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("n=11");
        assertThat(judged).extracting(LookAndSwapTests::number).containsExactly(0L, 10L);
        assertThat(register.looks()).as("a swap tells what is there").isOne();
    }

    @Test
    void valuesNotComparedByTheSwapAreLookedAtAgain() {
        store.put(GROUP, OTHER, "x=1");
        raceFor(1);
        assertThat(countUp(NAME)).isCompletedWithValue("n=11");
        assertThat(register.looks()).isEqualTo(2);
        assertThat(judged).allMatch(look -> "x=1".equals(look.value(OTHER)));
    }

    @Test
    void valueThatOthersKeepWritingIsContendedAfterThreeTries() {
        raceFor(2);
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("n=21");
        raceFor(3);
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("contended");
        assertThat(store.values(GROUP)).containsEntry(NAME, "n=51");
        assertThat(register.swaps()).isEqualTo(3 + 3);
    }

    /** The value is then what the swap was to write. That proves nothing, since another asker may have computed the same. */
    @Test
    void swapRepeatedByTheDriverDoesNotCountAsWritten() {
        boolean[] first = {true};
        register.decide((operation, group) -> {
            boolean repeated = operation == Operation.SWAP && first[0];
            first[0] &= !repeated;
            return repeated ? Fate.REPEATED : Fate.ANSWERED;
        });
        assertThat(countUp(NAME, OTHER)).isCompletedWithValue("n=2");
        assertThat(judged).hasSize(2);
    }

    @Test
    void failureOfLookSwapOrRuleFailsTheAnswer() {
        register.decide(Fate.FAILED);
        assertFailed(countUp(NAME));
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.FAILED : Fate.ANSWERED);
        assertFailed(countUp(NAME));
        register.decide(Fate.ANSWERED);
        assertFailed(hold(look -> {
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
