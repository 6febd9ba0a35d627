package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterWentBackException;
import dev.idgen.internal.counter.UnreliableCounterStore.Fate;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KeyedCountersTests {

    private static final CounterSettings SETTINGS = new CounterSettings(Duration.ofSeconds(30), 0);

    private final UnreliableCounterStore store = new UnreliableCounterStore();

    @AutoClose
    private final CounterSequences counters = new CounterSequences(store, Duration.ofSeconds(30), TimeSource.system());

    private final KeyedSequences keyed = counters.merged(CountingNumbers.ALL, SETTINGS);

    private NumberSequence key(String key) {
        return keyed.of("invoice::" + key, Long.MAX_VALUE);
    }

    @Test
    void eachKeyCountsForItselfAndTallySumsAllKeys() {
        assertThat(key("a").next(3)).containsExactly(1, 2, 3);
        assertThat(key("b").next()).isEqualTo(1);
        assertThat(key("a").nextAsync().join()).isEqualTo(4);

        assertThat(keyed.tally().issued()).isEqualTo(5);
        assertThat(keyed.tally().waiting()).isZero();
    }

    @Test
    void nextOfIdleKeyWhenStoreWentBackIsRefusedUntilRaised() {
        assertThat(key("a").next(10)).hasSize(10);
        store.rollBack("invoice::a", 5);

        for (int i = 0; i < 10; i++) { // however often: each request moves the counter on
            assertThatExceptionOfType(CounterWentBackException.class)
                    .isThrownBy(() -> key("a").next())
                    .satisfies(failure -> assertThat(failure.expected()).isEqualTo(10))
                    .satisfies(failure -> assertThat(failure.found()).isEqualTo(5));
        }
        assertThat(store.value("invoice::a")).isEqualTo(6);
        assertThat(key("b").next()).as("another key").isEqualTo(1);
        assertThat(keyed.unavailability()).as("the store's").isEmpty();

        key("a").raiseTo(20);

        assertThat(key("a").next()).isEqualTo(21);
    }

    @Test
    void raiseToBeforeTheFirstNumberOfAKeyIsKept() {
        key("a").raiseTo(41);
        assertThatThrownBy(() -> key("a").raiseTo(40)).isInstanceOf(IllegalArgumentException.class);
        assertThat(key("a").next()).isEqualTo(42);
        store.rollBack("invoice::a", 7);
        assertThatThrownBy(() -> key("a").next()).isInstanceOf(CounterWentBackException.class);
    }

    @Test
    void blockedKeyDoesNotDelayOtherKeys() throws Exception {
        key("a").next();
        store.decide(Fate.HELD);
        CompletableFuture<Long> blocked = key("a").nextAsync();
        store.awaitAdditions(2);
        store.decide(Fate.ANSWERED);

        assertThat(LongStream.generate(key("b")::next).limit(1000)).hasSize(1000);
        assertThat(blocked).isNotDone();
        assertThat(keyed.tally().waiting()).isEqualTo(1);

        store.releaseAll();
        assertThat(blocked.get(30, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void troubleIsThatOfTheStoreUntilItAnswers() {
        KeyedSequences impatient = counters.merged(CountingNumbers.ALL, new CounterSettings(Duration.ofMillis(50), 0));
        store.decide(Fate.FAILED);
        takeUntil(
                impatient.of("invoice::b", Long.MAX_VALUE),
                () -> impatient.unavailability().isPresent());
        assertThat(impatient.unavailability()).get().asString().contains("invoice::b");

        store.decide(Fate.ANSWERED);
        takeUntil(
                impatient.of("invoice::a", Long.MAX_VALUE),
                () -> impatient.unavailability().isEmpty());
        assertThat(impatient.unavailability()).isEmpty();
    }

    @Test
    void troubleOfAsynchronousCallsIsSeen() {
        KeyedSequences impatient = counters.merged(CountingNumbers.ALL, new CounterSettings(Duration.ofMillis(50), 0));
        store.decide(Fate.FAILED);
        assertThatThrownBy(impatient.of("invoice::a", Long.MAX_VALUE).nextAsync()::join)
                .hasCauseInstanceOf(CounterUnavailableException.class);
        assertThat(impatient.unavailability()).isPresent();
    }

    @Test
    void callThatIsCancelledBeforeItsRequestWasSentLeavesNoGap() throws Exception {
        store.decide(Fate.HELD);
        CompletableFuture<Long> first = key("a").nextAsync();
        store.awaitAdditions(1);
        CompletableFuture<Long> second = key("a").nextAsync();
        CompletableFuture<Long> third = key("a").nextAsync();
        second.cancel(false);
        store.decide(Fate.ANSWERED);
        store.releaseAll();
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(third.get(30, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(keyed.tally().issued()).isEqualTo(2);
    }

    /** Takes numbers, or is refused, until the condition holds. Some seconds pass only in a broken run. */
    private static void takeUntil(NumberSequence numbers, BooleanSupplier condition) {
        for (int i = 0; i < 600 && !condition.getAsBoolean(); i++) {
            try {
                numbers.next();
            } catch (CounterUnavailableException e) {
                // The next attempt may see more.
            }
        }
    }

    /** As if a key's template has lost digits, or got more, while callers wait. */
    @Test
    void callersThatWaitTogetherKeepTheirOwnMaximum() throws Exception {
        key("a").raiseTo(7);
        store.decide(Fate.HELD);
        CompletableFuture<Long> eighth = keyed.of("invoice::a", 9).nextAsync();
        store.awaitAdditions(2);
        List<CompletableFuture<Long>> large = new ArrayList<>();
        List<CompletableFuture<Long>> small = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            large.add(keyed.of("invoice::a", 999).nextAsync());
            small.add(keyed.of("invoice::a", 9).nextAsync());
        }
        store.decide(Fate.ANSWERED);
        store.releaseAll();

        assertThat(eighth.join()).isEqualTo(8);
        assertThat(large.stream().map(CompletableFuture::join)).containsExactly(9L, 10L, 11L);
        assertThat(small)
                .allSatisfy(call -> assertThatExceptionOfType(CompletionException.class)
                        .isThrownBy(call::join)
                        .withCauseInstanceOf(CounterExhaustedException.class)
                        .withMessageContaining("9"));
        assertThat(store.value("invoice::a")).isEqualTo(11);
        assertThatExceptionOfType(CounterExhaustedException.class)
                .isThrownBy(() -> keyed.of("invoice::a", 9).preview());
    }

    @Test
    void previewAfterTheGreatestNumberOfAllIsRefused() {
        key("a").raiseTo(Long.MAX_VALUE);
        assertThatExceptionOfType(CounterExhaustedException.class).isThrownBy(() -> key("a").preview());
    }
}
