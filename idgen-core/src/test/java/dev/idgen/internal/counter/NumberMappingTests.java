package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.setting.Region;
import dev.idgen.store.Progression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberMappingTests {

    private final NumberMapping.Linear tens = new NumberMapping.Linear(new Progression(1000, 10, 1025), Region.ALL);

    @Test
    void linearBeginsAtStartAndEndsBeforeMax() {
        assertThat(tens.id(1)).isEqualTo(1000);
        assertThat(tens.id(2)).isEqualTo(1010);
        assertThat(tens.id(3)).isEqualTo(1020);
        assertThat(tens.size()).isEqualTo(3);
    }

    /** Also those from before {@code start} or {@code step} changed. */
    @Test
    void linearDecodesNumbersUpToMax() {
        for (long number : new long[] {1, 999, 1005, 1010, 1025}) {
            assertThat(tens.decode(number).parts()).containsEntry("number", number);
        }
        for (long other : new long[] {0, 1026, -1000}) {
            assertThatThrownBy(() -> tens.decode(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("ids are 1000 to 1025 in steps of 10");
        }
    }

    @Test
    void rangesSayWhichCounterANumberIsOf() {
        NumberMapping.Ranges ranges = new NumberMapping.Ranges(4, 100, Region.ALL);
        assertThat(ranges.decode(399).parts()).containsEntry("counter", 3L).containsEntry("number", 99L);
        assertThatThrownBy(() -> ranges.decode(0)).hasMessage("ids are 1 to 399");
        assertThatThrownBy(() -> ranges.decode(400)).hasMessage("ids are 1 to 399");
        assertThat(ranges.id(42)).isEqualTo(42);
    }

    @Test
    void decimalVector() {
        NumberMapping.Decimal decimal = new NumberMapping.Decimal(65, Region.ALL);
        assertThat(decimal.decode(14_150_009_200_065L).parts())
                .containsEntry("counter", 1415L)
                .containsEntry("generator", 92L)
                .containsEntry("launch", 65L);
        assertThat(decimal.id(92L * NumberMapping.Decimal.PER_GENERATOR + 1414)).isEqualTo(14_150_009_200_065L);
    }

    @Test
    void decimalBounds() {
        long most = (long) NumberMapping.Decimal.GENERATORS * NumberMapping.Decimal.PER_GENERATOR - 1;
        assertThat(new NumberMapping.Decimal(0, Region.ALL).id(0)).isEqualTo(10_000_000_000L);
        assertThat(new NumberMapping.Decimal(99_999, Region.ALL).id(most)).isEqualTo(9_223_372_029_999_999_999L);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 9_999_999_999L, 9_223_372_030_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void otherNumbersAreNoDecimalIds(long id) {
        assertThatThrownBy(() -> new NumberMapping.Decimal(1, Region.ALL).decode(id))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
