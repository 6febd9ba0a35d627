package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterStore;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Counters that are closed and opened again, as for a snapshot of the process. */
class CounterSequencesTests {

    private static final String NAME = "order";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final CounterSettings SETTINGS = new CounterSettings(PATIENCE, -1);

    private final InMemoryCounterStore store = new InMemoryCounterStore();

    @AutoClose
    private final CounterSequences counters = new CounterSequences(store, PATIENCE, TimeSource.system());

    @Test
    void nextWhenClosedIsRefused() {
        NumberSequence counter = counters.merged(CountingNumbers.ALL, SETTINGS).of(NAME, Long.MAX_VALUE);
        NumberSequence segment = counters.segments("other", CountingNumbers.ALL, SETTINGS, segments(true));
        counter.next();
        segment.next();

        counters.close();

        assertRefused(counter);
        assertRefused(segment);
    }

    private static void assertRefused(NumberSequence counting) {
        assertThatExceptionOfType(CounterUnavailableException.class)
                .isThrownBy(counting::next)
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
        assertThat(counting.unavailability()).isPresent();
    }

    @Test
    void reopenedCounterGoesOn() {
        NumberSequence counter = counters.merged(CountingNumbers.ALL, SETTINGS).of(NAME, Long.MAX_VALUE);
        counter.next(3);

        reopen();

        assertThat(counter.next()).isEqualTo(4);
        assertThat(counter.nextAsync().join()).isEqualTo(5);
        assertThat(counter.tally().issued()).isEqualTo(5);
        assertThat(counter.unavailability()).isEmpty();
    }

    @Test
    void reopenedSegmentSkipsNumbersNotHandedBack() {
        NumberSequence segment = counters.segments(NAME, CountingNumbers.ALL, SETTINGS, segments(false));
        segment.next(3);
        counters.close();
        long given = store.add(NAME, 1, 0, Long.MAX_VALUE).toCompletableFuture().join();

        counters.reopen(PATIENCE);

        assertThat(segment.next()).isGreaterThan(given);
    }

    @Test
    void reopenedDecimalIdsHaveAnotherGenerator() {
        NumberSequence launches = counters.decimalNumbers(NAME, generators(1000), 1000, SETTINGS);
        long before = launches.next() / 1000;

        reopen();

        assertThat(launches.next() / 1000).isGreaterThan(before);
    }

    @Test
    void decimalNumbersTakeANewGeneratorWhenOneIsUsedUpUntilTheLast() {
        NumberSequence launches = counters.decimalNumbers(NAME, generators(3), 10, SETTINGS);
        assertThat(LongStream.generate(launches::next).limit(30).toArray())
                .isEqualTo(LongStream.range(0, 30).toArray());
        assertThatExceptionOfType(CounterExhaustedException.class)
                .isThrownBy(launches::next)
                .withMessageContaining("'order' has issued all its numbers up to 2: it has no generator left");
    }

    @Test
    void decimalNumbersGoOnAfterTheGeneratorThatIsTheFloor() {
        assertThat(counters.decimalNumbers(NAME, generators(100), 1000, new CounterSettings(PATIENCE, 42))
                        .next())
                .isEqualTo(43_000);
    }

    /** A snapshot may be made with one store and restored with another, which has other counters. */
    @Test
    void reopenedCounterForgetsPositionBefore() {
        NumberSequence counter = counters.merged(CountingNumbers.ALL, SETTINGS).of(NAME, Long.MAX_VALUE);
        counter.next(3);
        store.giveBack(NAME, 3, 1).toCompletableFuture().join();
        assertThatExceptionOfType(CounterWentBackException.class).isThrownBy(counter::next);

        reopen();

        assertThat(counter.next()).isLessThanOrEqualTo(4);
    }

    @Test
    void segmentReopenedWhileItIsRaisedGivesNoNumberUpToTheFloor() {
        CounterStore restarting = mock(CounterStore.class, delegatesTo(store));
        CounterSequences own = new CounterSequences(restarting, PATIENCE, TimeSource.system());
        NumberSequence segment = own.segments(NAME, CountingNumbers.ALL, SETTINGS, segments(false));
        segment.next();
        doAnswer(raise -> {
                    own.close();
                    own.reopen(PATIENCE);
                    assertThat(segment.next()).isLessThan(1000);
                    return store.add(NAME, 0, 1000, Long.MAX_VALUE);
                })
                .doAnswer(raise -> store.add(NAME, 0, 1000, Long.MAX_VALUE))
                .when(restarting)
                .add(NAME, 0, 1000, Long.MAX_VALUE);
        segment.raiseTo(1000);
        assertThat(segment.next()).isGreaterThan(1000);
        own.close();
    }

    @Test
    void counterThatIsMadeWhileClosedCountsOnceOpen() {
        counters.close();
        NumberSequence counter = counters.merged(CountingNumbers.ALL, SETTINGS).of(NAME, Long.MAX_VALUE);
        assertRefused(counter);

        counters.reopen(PATIENCE);

        assertThat(counter.next()).isEqualTo(1);
    }

    private void reopen() {
        counters.close();
        counters.reopen(PATIENCE);
    }

    private static Progression generators(int count) {
        return new Progression(0, 1, count - 1);
    }

    private static SegmentSettings segments(boolean giveBack) {
        return new SegmentSettings(10, 1000, Duration.ofSeconds(1), giveBack);
    }
}
