package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scrambles of successive numbers pass for random bits, whether they are read one after the other or the same bit of
 * each. The numbers themselves do not.
 */
class ScrambleRandomnessTests {

    private static final int COUNT = 1_000_000;

    /** For the serial test: NIST asks for less than log2(length) - 2. */
    private static final int PATTERN_BITS = 16;

    private static final int COLUMN_PATTERN_BITS = 12;

    /** Some dozens of p-values are held against this. */
    private static final double UNLIKELY = 0.001;

    /** More than a thousand p-values are held against this. */
    private static final double UNLIKELY_AMONG_COLUMNS = 0.000_001;

    /** Successive numbers as generators draw them. Those with a time are drawn four a millisecond. */
    enum Numbers {
        SEQUENCE,
        JS_SAFE,
        SNOWFLAKE;

        private static final long FIRST_MILLIS = 600_000_000_000L;

        int bits() {
            return switch (this) {
                case SEQUENCE -> 26;
                case JS_SAFE -> 53;
                case SNOWFLAKE -> 63;
            };
        }

        private long at(long index) {
            long millis = FIRST_MILLIS + index / 4;
            long sequence = index % 4;
            return switch (this) {
                case SEQUENCE -> index;
                case JS_SAFE -> millis << 12 | 5L << 7 | sequence;
                case SNOWFLAKE -> millis << 22 | 5L << 17 | 3L << 12 | sequence;
            };
        }

        long[] plain() {
            return LongStream.range(0, COUNT).map(this::at).toArray();
        }

        long[] scrambled(String key) {
            Scramble scramble = new Scramble(bits(), key);
            return LongStream.range(0, COUNT).map(this::at).map(scramble::apply).toArray();
        }
    }

    static Stream<Arguments> numbersAndKeys() {
        return Stream.of(Numbers.values())
                .flatMap(
                        numbers -> Stream.of("default", "shop-1", "another key").map(key -> arguments(numbers, key)));
    }

    @ParameterizedTest
    @MethodSource("numbersAndKeys")
    void scrambledNumbersOneAfterTheOtherPassForRandom(Numbers numbers, String key) {
        BitSequence bits = BitSequence.ofNumbers(numbers.scrambled(key), numbers.bits());

        assertThat(bits.frequency()).as("frequency").isGreaterThan(UNLIKELY);
        assertThat(bits.runs()).as("runs").isGreaterThan(UNLIKELY);
        assertThat(bits.serial(PATTERN_BITS)).as("serial").isGreaterThan(UNLIKELY);
    }

    /** Without the last fold the low bits of {@link Numbers#SEQUENCE} fail it. */
    @ParameterizedTest
    @MethodSource("numbersAndKeys")
    void eachBitOfScrambledNumbersPassesForRandom(Numbers numbers, String key) {
        long[] scrambled = numbers.scrambled(key);
        for (int bit = 0; bit < numbers.bits(); bit++) {
            BitSequence column = BitSequence.ofColumn(scrambled, bit);

            assertThat(column.frequency()).as("frequency of bit %s", bit).isGreaterThan(UNLIKELY_AMONG_COLUMNS);
            assertThat(column.runs()).as("runs of bit %s", bit).isGreaterThan(UNLIKELY_AMONG_COLUMNS);
            assertThat(column.serial(COLUMN_PATTERN_BITS))
                    .as("serial of bit %s", bit)
                    .isGreaterThan(UNLIKELY_AMONG_COLUMNS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void plainNumbersAreSeenNotToBeRandom(Numbers numbers) {
        BitSequence bits = BitSequence.ofNumbers(numbers.plain(), numbers.bits());

        assertThat(bits.frequency()).as("frequency").isLessThan(UNLIKELY);
        assertThat(bits.runs()).as("runs").isLessThan(UNLIKELY);
        assertThat(bits.serial(PATTERN_BITS)).as("serial").isLessThan(UNLIKELY);
    }
}
