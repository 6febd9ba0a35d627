package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Extent;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The scrambles of successive numbers pass for random bits, whether they are read one after the other or the same bit of
 * each. The numbers themselves do not. Tests and patterns are those of NIST SP 800-22 Rev. 1a, sections 2.1, 2.3 and 2.11;
 * with so many bits, a normal distribution stands for the chi-square one.
 */
class ScrambleRandomnessTests {

    private static final int COUNT = Extent.of(100_000, 1_000_000);

    /** NIST asks for less than log2(length) - 2. */
    private static final int PATTERN_BITS = 16;

    private static final int COLUMN_PATTERN_BITS = 12;

    /** Standard deviations that one of a thousand random sequences exceeds: some dozens are tested. */
    private static final double UNLIKELY = 3.29;

    /** Standard deviations that one of a million random sequences exceeds: more than a thousand are tested. */
    private static final double UNLIKELY_AMONG_COLUMNS = 4.9;

    /** Successive numbers as generators draw them. Those with a time are drawn four a millisecond. */
    enum Numbers {
        SEQUENCE(26),
        JS_SAFE(53),
        SNOWFLAKE(63);

        private static final long FIRST_MILLIS = 600_000_000_000L;
        private final int bits;

        Numbers(int bits) {
            this.bits = bits;
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

        LongStream plain() {
            return LongStream.range(0, COUNT).map(this::at);
        }
    }

    /** Without the last fold, the low bits of {@link Numbers#SEQUENCE} fail it. */
    @ParameterizedTest
    @CsvSource({
        "SEQUENCE, default", "SEQUENCE, shop-1", "SEQUENCE, another key",
        "JS_SAFE, default", "JS_SAFE, shop-1", "JS_SAFE, another key",
        "SNOWFLAKE, default", "SNOWFLAKE, shop-1", "SNOWFLAKE, another key"
    })
    void scrambledNumbersPassForRandom(Numbers kind, String key) {
        Scramble scramble = new Scramble(kind.bits, key);
        long[] numbers = kind.plain().map(scramble::apply).toArray();
        assertThat(deviations(inSequence(numbers, kind.bits), PATTERN_BITS))
                .as("one after the other")
                .allMatch(deviation -> deviation < UNLIKELY);
        for (int bit = 0; bit < kind.bits; bit++) {
            assertThat(deviations(column(numbers, bit), COLUMN_PATTERN_BITS))
                    .as("bit %s", bit)
                    .allMatch(deviation -> deviation < UNLIKELY_AMONG_COLUMNS);
        }
    }

    @ParameterizedTest
    @CsvSource({"SEQUENCE", "JS_SAFE", "SNOWFLAKE"})
    void plainNumbersAreSeenNotToBeRandom(Numbers kind) {
        assertThat(deviations(inSequence(kind.plain().toArray(), kind.bits), PATTERN_BITS))
                .allMatch(deviation -> deviation > UNLIKELY);
    }

    /** The most significant bit of each number first. */
    private static byte[] inSequence(long[] numbers, int bits) {
        byte[] all = new byte[numbers.length * bits];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) ((numbers[i / bits] >>> (bits - 1 - i % bits)) & 1);
        }
        return all;
    }

    private static byte[] column(long[] numbers, int bit) {
        byte[] all = new byte[numbers.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) ((numbers[i] >>> bit) & 1);
        }
        return all;
    }

    /** Of the ones, the changes, and how often each pattern comes: distance from the expected number. */
    private static List<Double> deviations(byte[] bits, int patternBits) {
        double length = bits.length;
        int ones = 0;
        int runs = 1;
        int[] counts = new int[1 << patternBits];
        int pattern = 0;
        for (int i = 0; i < bits.length + patternBits - 1; i++) { // the end is continued with the beginning
            int bit = bits[i % bits.length];
            pattern = (pattern << 1 | bit) & (counts.length - 1);
            if (i < bits.length) {
                ones += bit;
                runs += i > 0 ? bit ^ bits[i - 1] : 0;
            }
            if (i >= patternBits - 1) {
                counts[pattern]++;
            }
        }
        double change = 2 * (ones / length) * (1 - ones / length);
        int[] halved = halved(counts);
        double fewer = unevenness(halved, length);
        double first = unevenness(counts, length) - fewer;
        double second = first - fewer + unevenness(halved(halved), length);
        return List.of(
                Math.abs(2 * ones - length) / Math.sqrt(length),
                Math.abs(runs - length * change) / (Math.sqrt(length) * change),
                Math.max(
                        (first - counts.length / 2.0) / Math.sqrt(counts.length),
                        (second - counts.length / 4.0) / Math.sqrt(counts.length / 2.0)));
    }

    /** Counts of the patterns without their last bit. */
    private static int[] halved(int[] counts) {
        int[] halved = new int[counts.length / 2];
        for (int i = 0; i < counts.length; i++) {
            halved[i / 2] += counts[i];
        }
        return halved;
    }

    private static double unevenness(int[] counts, double length) {
        double squares = 0;
        for (int count : counts) {
            squares += (double) count * count;
        }
        return squares * counts.length / length - length;
    }
}
