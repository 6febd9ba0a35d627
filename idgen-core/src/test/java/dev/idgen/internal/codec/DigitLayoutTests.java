package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.codec.DigitLayout.DigitField;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitLayoutTests {

    private final DigitLayout layout = new DigitLayout(
            List.of(new DigitField("a", 3, 1, 500), new DigitField("b", 2, 0, 99), new DigitField("c", 4, 5, 8000)));

    @Test
    void valuesStandInTheirDigits() {
        assertThat(layout.compose(42, 7, 12)).isEqualTo(42_07_0012);
        assertThat(layout.decompose(42_07_0012)).containsExactly(42, 7, 12);
        assertThat(layout.names()).containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            0, 0, 5, 'a' holds 1 to 500
            501, 0, 5, 'a'
            1, 100, 5, 'b' holds
            1, -1, 5, 'b'
            1, 0, 8001, 'c'
            """)
    void valueOutOfRangeIsRefused(long a, long b, long c, String message) {
        assertThatThrownBy(() -> layout.compose(a, b, c))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"5", "0", "-1", "-420700012", "1000004", "1008001", "501000005", "9223372036854775807"})
    void idWithSuchAValueIsRefused(long id) {
        assertThatThrownBy(() -> layout.decompose(id)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachFieldNeedsItsValue() {
        assertThatThrownBy(() -> layout.compose(1, 2)).hasMessage("there are 3 fields, not 2");
    }

    @Test
    void fieldThatCannotHoldItsValuesIsRefused() {
        assertThatThrownBy(() -> new DigitField("a", 2, 0, 100)).hasMessageContaining("in 2 digits");
        for (int[] other : new int[][] {{2, -1, 9}, {2, 5, 4}, {0, 0, 0}, {19, 0, 0}}) {
            assertThatThrownBy(() -> new DigitField("a", other[0], other[1], other[2]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void layoutGreaterThanALongIsRefused() {
        List<DigitField> fields =
                List.of(new DigitField("a", 9, 0, 922_337_203), new DigitField("b", 10, 0, 9_999_999_999L));
        assertThatThrownBy(() -> new DigitLayout(fields)).isInstanceOf(ArithmeticException.class);
    }
}
