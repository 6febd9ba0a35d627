package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaddedDecimalTests {

    @Property
    void writeTouchesOnlyItsCharacters(
            @ForAll @IntRange(min = 0, max = 999_999) int value,
            @ForAll @IntRange(min = 6, max = 11) int width,
            @ForAll @IntRange(min = 0, max = 9) int offset) {
        byte[] target = new byte[20];
        Arrays.fill(target, (byte) '#');

        PaddedDecimal.write(value, target, offset, width);

        String expected = "#".repeat(offset)
                + String.format(Locale.ROOT, "%0" + width + "d", value)
                + "#".repeat(20 - offset - width);
        assertThat(new String(target, StandardCharsets.ISO_8859_1)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"10, 1", "100, 2", "1000, 3", "100000000, 8", "2147483647, 9"})
    void writeRefusesValueWithMoreDigitsThanWidth(int value, int width) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> written(value, width))
                .withMessage(value + " has more than " + width + " digits");
        assertThatIllegalArgumentException().isThrownBy(() -> written(-1, width));
    }

    @Property
    void parseReadsWhatWasWritten(
            @ForAll @IntRange(min = 0) int value, @ForAll @IntRange(min = 10, max = 20) int width) {
        String text = "x" + written(value, width) + "y";

        assertThat(PaddedDecimal.parse(text, 1, 1 + width)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"12a4", "/234", "123:", "-123", "12.4", "\u0661\u0662\u0663\u0664", "\uFF11\uFF12\uFF13\uFF14"})
    void parseOfAnythingButAsciiDigitsIsMinusOne(String text) {
        assertThat(PaddedDecimal.parse(text, 0, text.length())).isEqualTo(-1);
    }

    @Test
    void parseBeyondIntIsRefused() {
        assertThatThrownBy(() -> PaddedDecimal.parse("2147483648", 0, 10)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> PaddedDecimal.parse("9999999999", 0, 10)).isInstanceOf(ArithmeticException.class);
    }

    private static String written(int value, int width) {
        byte[] target = new byte[width];
        PaddedDecimal.write(value, target, 0, width);
        return new String(target, StandardCharsets.ISO_8859_1);
    }

    @Property
    void write8WritesWhatWriteDoes(@ForAll @IntRange(min = 0, max = 99_999_999) int value) {
        byte[] general = "xxxxxxxxxx".getBytes(StandardCharsets.US_ASCII);
        byte[] special = general.clone();
        PaddedDecimal.write(value, general, 1, 8);
        PaddedDecimal.write8(value, special, 1);

        assertThat(special).isEqualTo(general);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 100_000_000, Integer.MAX_VALUE})
    void write8RefusesWhatHasNotEightDigits(int value) {
        assertThatIllegalArgumentException().isThrownBy(() -> PaddedDecimal.write8(value, new byte[8], 0));
    }
}
