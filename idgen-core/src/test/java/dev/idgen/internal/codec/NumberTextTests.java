package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTests {

    /** What is promised of each radix, to compare with. */
    enum Radix {
        HEX("0123456789abcdef"),
        BASE62("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        CROCKFORD("0123456789ABCDEFGHJKMNPQRSTVWXYZ");

        private final String digits;

        Radix(String digits) {
            this.digits = digits;
        }

        NumberText of(int bits) {
            return switch (this) {
                case HEX -> NumberText.hex(bits);
                case BASE62 -> NumberText.base62(bits);
                case CROCKFORD -> NumberText.crockford(bits);
            };
        }

        BigInteger radix() {
            return BigInteger.valueOf(digits.length());
        }

        String slowly(BigInteger number, int length) {
            StringBuilder text = new StringBuilder();
            BigInteger rest = number;
            while (text.length() < length || rest.signum() > 0) {
                text.append(digits.charAt(rest.mod(radix()).intValue()));
                rest = rest.divide(radix());
            }
            return text.reverse().toString();
        }
    }

    /** Characters of the longest text. */
    private static int maxLength(NumberText form) {
        return form.encode(
                        form.bits() > Long.SIZE ? -1L >>> (128 - form.bits()) : 0,
                        -1L >>> Math.max(0, 64 - form.bits()))
                .length();
    }

    @Property
    void encodeWritesTheDigitsThatDecodeReads(
            @ForAll Radix radix, @ForAll("numbers") Tuple2<Integer, BigInteger> widthAndNumber) {
        NumberText form = radix.of(widthAndNumber.get1());
        BigInteger number = widthAndNumber.get2();

        assertThat(encode(form, number)).isEqualTo(radix.slowly(number, maxLength(form)));
        assertThat(value(form.decode(encode(form, number)))).isEqualTo(number);
    }

    @Property
    void lengthIsTheLeastThatHoldsEveryNumber(@ForAll Radix radix, @ForAll @IntRange(min = 1, max = 128) int bits) {
        NumberText form = radix.of(bits);
        BigInteger last = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);

        assertThat(form.bits()).isEqualTo(bits);
        assertThat(last).isLessThan(radix.radix().pow(maxLength(form)));
        assertThat(last).isGreaterThanOrEqualTo(radix.radix().pow(maxLength(form) - 1));
    }

    @Property
    void numberOfUpTo64BitsIsWrittenAsItsLowWord(@ForAll Radix radix, @ForAll long number) {
        assertThat(radix.of(64).encode(number)).isEqualTo(radix.of(64).encode(0, number));
        assertThat(NumberText.decimal().encode(number)).isEqualTo(Long.toUnsignedString(number));
        assertThat(NumberText.decimal().decode(Long.toUnsignedString(number))).isEqualTo(new Word128(0, number));
    }

    @Property
    void numberWiderThanFormIsRefused(
            @ForAll Radix radix,
            @ForAll @IntRange(min = 1, max = 127) int bits,
            @ForAll @IntRange(max = 126) int beyond) {
        NumberText form = radix.of(bits);
        BigInteger number = BigInteger.ONE.shiftLeft(Math.min(127, bits + beyond));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> encode(form, number))
                .withMessage(String.format(Locale.ROOT, "0x%032x is wider than %d bits", number, bits));
    }

    @Property
    void textOfOtherLengthIsRefused(
            @ForAll Radix radix,
            @ForAll @IntRange(min = 1, max = 128) int bits,
            @ForAll @IntRange(max = 39) int length) {
        NumberText form = radix.of(bits);
        String text = "0".repeat(length == maxLength(form) ? length + 1 : length);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> form.decode(text))
                .withMessage("'" + text + "' is not a " + form.toString().replaceFirst("numbers", "number")
                        + ": it has " + text.length() + " characters, not " + maxLength(form));
    }

    /** Half of the characters are ASCII, the others any. */
    @Property
    void anyOtherCharacterIsRefusedWhereverItStands(
            @ForAll Radix radix,
            @ForAll("numbers") Tuple2<Integer, BigInteger> widthAndNumber,
            @ForAll char any,
            @ForAll boolean ascii,
            @ForAll @IntRange(max = 127) int seed) {
        char character = ascii ? (char) (' ' + any % 95) : any;
        boolean alias = radix == Radix.CROCKFORD
                && character < 128
                && Character.isLetter(character)
                && Character.toUpperCase(character) != 'U';
        if (alias || radix.digits.indexOf(character) >= 0) {
            return;
        }
        NumberText form = radix.of(widthAndNumber.get1());
        StringBuilder text = new StringBuilder(encode(form, widthAndNumber.get2()));
        int at = seed % text.length();
        text.setCharAt(at, character);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> form.decode(text.toString()))
                .withMessageContaining(": its character " + (at + 1) + " is ")
                .withMessageContaining(", not one of [0-9");
    }

    @ParameterizedTest
    @EnumSource
    void firstTextAfterLastIsRefusedAtEveryWidth(Radix radix) {
        for (int bits = 1; bits <= 128; bits++) {
            NumberText form = radix.of(bits);
            BigInteger end = BigInteger.TWO.pow(bits);

            assertThat(value(form.decode(encode(form, end.subtract(BigInteger.ONE)))))
                    .isEqualTo(end.subtract(BigInteger.ONE));
            if (end.equals(radix.radix().pow(maxLength(form)))) {
                continue; // the next text is longer
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> form.decode(radix.slowly(end, maxLength(form))))
                    .withMessageEndingWith(": it is greater than " + encode(form, end.subtract(BigInteger.ONE)));
        }
    }

    @Property
    void crockfordReadsLowerCaseAndLookalikes(@ForAll("numbers") Tuple2<Integer, BigInteger> widthAndNumber) {
        NumberText form = NumberText.crockford(widthAndNumber.get1());
        String text = encode(form, widthAndNumber.get2());
        Word128 number = form.decode(text);

        assertThat(form.decode(text.toLowerCase(Locale.ROOT))).isEqualTo(number);
        assertThat(form.decode(text.replace('1', 'I').replace('0', 'O'))).isEqualTo(number);
        assertThat(form.decode(text.replace('1', 'i').replace('0', 'o'))).isEqualTo(number);
        assertThat(form.decode(text.replace('1', 'L'))).isEqualTo(number);
        assertThat(form.decode(text.replace('1', 'l'))).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                     | it has 0 characters, not 1 to 20",
                "184467440737095516150  | it has 21 characters, not 1 to 20",
                "18446744073709551616   | it is greater than 18446744073709551615",
                "-1                     | its character 1 is '-', not one of [0-9]",
                "+1                     | its character 1 is '+', not one of [0-9]",
                "12a                    | its character 3 is 'a', not one of [0-9]",
                "1\u0661                | its character 2 is '\u0661', not one of [0-9]",
                "007                    | it has a leading zero"
            })
    void decimalRefusesAnythingElse(String text, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberText.decimal().decode(text))
                .withMessage("'" + text + "' is not a decimal number of 64 bits: " + problem);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 129, Integer.MAX_VALUE})
    void widthOutOfRangeIsRefused(int bits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberText.base62(bits))
                .withMessage("a base 62 number is 1 to 128 bits wide, not " + bits);
    }

    @Test
    void decimalRefusesMoreThan64Bits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NumberText.decimal().encode(1, 0))
                .withMessage("0x00000000000000010000000000000000 is wider than 64 bits");
    }

    @Provide
    Arbitrary<Tuple2<Integer, BigInteger>> numbers() {
        return widths().flatMap(bits -> numbers(bits).map(number -> Tuple.of(bits, number)));
    }

    private static Arbitrary<Integer> widths() {
        return Arbitraries.integers().between(1, 128);
    }

    private static Arbitrary<BigInteger> numbers(int bits) {
        return Arbitraries.bigIntegers()
                .between(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
    }

    private static String encode(NumberText form, BigInteger number) {
        return form.encode(number.shiftRight(Long.SIZE).longValue(), number.longValue());
    }

    private static BigInteger value(Word128 number) {
        return new BigInteger(number.toString(), 16);
    }
}
