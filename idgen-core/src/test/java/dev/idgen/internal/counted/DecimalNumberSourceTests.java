package dev.idgen.internal.counted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterExhaustedException;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecimalNumberSourceTests {

    private static final CounterSettings PATIENT = new CounterSettings(Duration.ofSeconds(30), 0);

    private final InMemoryCounterStore store = new InMemoryCounterStore();
    private final CounterSequences counters = new CounterSequences(store, Duration.ofSeconds(30), TimeSource.system());

    @AfterEach
    void close() {
        counters.close();
    }

    @Test
    void newGeneratorIsTakenWhenTheCounterIsUsedUp() {
        NumberSequence counting = counters.decimalNumbers("d", 1000, 100, PATIENT);
        for (int i = 0; i < 3500; i++) {
            assertThat(counting.next()).isEqualTo(i);
        }
    }

    @Test
    void eachInstanceHasGeneratorsOfItsOwn() {
        NumberSequence one = counters.decimalNumbers("d", 10, 1000, PATIENT);
        NumberSequence other = counters.decimalNumbers("d", 10, 1000, PATIENT);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            assertThat(seen.add(one.next())).isTrue();
            assertThat(seen.add(other.next())).isTrue();
        }
    }

    @Test
    void afterTheLastGeneratorThereIsNothing() {
        NumberSequence counting = counters.decimalNumbers("d", 10, 3, PATIENT);
        assertThat(LongStream.generate(counting::next).limit(30))
                .containsExactlyElementsOf(LongStream.range(0, 30).boxed().toList());
        assertThatThrownBy(counting::next)
                .isInstanceOf(CounterExhaustedException.class)
                .hasMessageContaining("'d'");
    }

    @Test
    void floorIsAGeneratorThatWasUsed() {
        NumberSequence counting =
                counters.decimalNumbers("d", 1000, 100, new CounterSettings(Duration.ofSeconds(30), 43));
        assertThat(counting.next()).isEqualTo(43_000);
    }
}
