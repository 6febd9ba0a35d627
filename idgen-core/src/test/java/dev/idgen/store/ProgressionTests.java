package dev.idgen.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.counter.CountingNumbers;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressionTests {

    private final Progression tens = new Progression(1000, 10, 1025);

    @ParameterizedTest
    @CsvSource({"-20, 0", "0, 0", "999, 0", "1000, 1", "1009, 1", "1010, 2", "1020, 3", "1025, 3", "1030, 3", "2000, 3"
    })
    void countIsHowManyNumbersAreAtMostTheValue(long value, long count) {
        assertThat(tens.count(value)).isEqualTo(count);
    }

    /** Whatever {@code first} and {@code step} of those who counted before. */
    @ParameterizedTest
    @CsvSource({"1, 1", "5, 10", "0, 1", "3, 4", "100, 7"})
    void distancePassesAsManyNumbersWhereverTheCounterStands(long first, long step) {
        Progression numbers = new Progression(first, step, Long.MAX_VALUE);
        for (long before = numbers.at(0); before < 250; before++) {
            for (int wanted = 0; wanted < 5; wanted++) {
                assertThat(numbers.count(before + numbers.distance(wanted)) - numbers.count(before))
                        .isEqualTo(wanted);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 9", "1, 10, 25", "5, 10, 5", "1, 1, 0", "0, 3, 10"})
    void limitIsTheGreatestValueThatPassesNoNumberBeyondMax(long first, long step, long max) {
        Progression unlimited = new Progression(first, step, Long.MAX_VALUE);
        Progression numbers = new Progression(first, step, max);
        assertThat(unlimited.count(numbers.limit())).isEqualTo(numbers.size());
        assertThat(unlimited.count(numbers.limit() + 1)).isEqualTo(numbers.size() + 1);
    }

    @Test
    void nothingOverflowsNearTheLargestLong() {
        Progression wide = new Progression(1, Long.MAX_VALUE / 2, Long.MAX_VALUE);
        assertThat(wide.size()).isEqualTo(3);
        assertThat(wide.at(3)).isEqualTo(Long.MAX_VALUE);
        assertThat(wide.at(0)).isEqualTo(1 - Long.MAX_VALUE / 2);
        assertThat(wide.limit()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> wide.distance(3)).isInstanceOf(ArithmeticException.class);
        assertThat(CountingNumbers.ALL.limit()).isEqualTo(Long.MAX_VALUE);
        for (int k = 1; k <= 3; k++) {
            Progression third = wide.part(k, 3);
            assertThat(third.size()).isOne();
            assertThat(third.at(0) + third.distance(1)).isEqualTo(wide.at(k));
            assertThat(third.limit()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void regionsHaveAllNumbersAndNoneInCommon() {
        Progression all = new Progression(5, 10, 500);
        LongStream numbers = LongStream.rangeClosed(1, 7)
                .mapToObj(k -> all.part(k, 7))
                .flatMapToLong(own -> LongStream.rangeClosed(1, own.size()).map(own::at));
        assertThat(numbers.sorted().toArray())
                .isEqualTo(LongStream.rangeClosed(1, all.size()).map(all::at).toArray());
    }
}
