package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.internal.codec.BitLayout.Part;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BitLayoutTests {

    /** A layout of parts, each of the form {@code name:width} or {@code name:width:from}. */
    private static BitLayout layout(String... parts) {
        return new BitLayout(Stream.of(parts)
                .map(part -> (part + ":0").split(":"))
                .map(part -> new Part(part[0], Integer.parseInt(part[1]), Integer.parseInt(part[2]), false))
                .toList());
    }

    /** The id with given values, one for each field. */
    private static Word128 compose(BitLayout layout, long... values) {
        Word128 id = Word128.ZERO;
        for (int i = 0; i < values.length; i++) {
            id = id.or(layout.fields().get(i).place(values[i]));
        }
        return id;
    }

    @ParameterizedTest
    @ValueSource(ints = {53, 63, 64, 96, 127, 128})
    void idWithMoreBitsThanTheLayoutIsRefused(int bits) {
        BitLayout layout = layout("a:" + bits / 2, "b:" + (bits - bits / 2));
        Word128 greatest = word(BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));

        assertThat(layout.decompose(greatest))
                .containsExactly(layout.field("a").max(), layout.field("b").max());
        if (bits < 128) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> layout.decompose(word(BigInteger.TWO.pow(bits))))
                    .withMessage("it has more than " + bits + " bits");
        }
    }

    @Test
    void tornFieldIsPutTogether() {
        BitLayout layout = layout("node:3:8", "mode:1", "node:8");

        assertThat(compose(layout, 0b101_0000_0001, 1)).isEqualTo(new Word128(0, 0b101_1_0000_0001));
        assertThat(layout.names()).containsExactly("node", "mode");
        assertThat(layout).hasToString("node[10..8] 3, mode 1, node[7..0] 8");
    }

    @Test
    void fieldIsInEachHalfThatHasAPieceOfIt() {
        BitLayout layout = layout("torn:2:1", "high:60", "across:4", "low:61", "torn:1");

        assertThat(layout.fields().stream().filter(BitField::isInHigh))
                .extracting(BitField::name)
                .containsExactly("torn", "high", "across");
        assertThat(layout.fields().stream().filter(BitField::isInLow))
                .extracting(BitField::name)
                .containsExactly("torn", "across", "low");
        BitLayout halves = layout("high:64", "low:64");
        assertThat(halves.fields()).extracting(BitField::isInHigh).containsExactly(true, false);
        assertThat(halves.fields()).extracting(BitField::isInLow).containsExactly(false, true);
        assertThat(compose(halves, 5, -6)).isEqualTo(new Word128(5, -6));
    }

    @ParameterizedTest
    @CsvSource({"8, 256", "8, -1", "63, -1", "63, -9223372036854775808"})
    void valueThatDoesNotFitIsRefusedWithTheFieldsName(int width, long value) {
        BitLayout layout = layout("shard:" + width);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> compose(layout, value))
                .withMessage("'shard' holds 0 to " + layout.field("shard").max() + ", not " + value);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "65, 0", "64, 1", "1, 64", "1, -1", "2147483647, 1", "1, 2147483647"})
    void widthOutOfRangeIsRefused(int width, int from) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Part("a", width, from, false))
                .withMessageContaining("'a'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``            | 0 bits
            a:64 b:64 c:1 | 129 bits
            a:4 a:4:3     | 'a'
            a:4 a:4:5     | 'a'
            a:4:1         | 'a'
            a:4 a:4       | 'a'
            :4            | a field has no name
            """)
    void partsThatDoNotFitTogetherAreRefused(String parts, String message) {
        String[] all = parts.isEmpty() ? new String[0] : parts.split(" ");
        assertThatIllegalArgumentException().isThrownBy(() -> layout(all)).withMessageContaining(message);
    }

    @Test
    void unknownFieldIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout("a:8").field("b"))
                .withMessage("there is no field 'b', only [a]");
    }

    /** Fields of any widths, some of them reversed, others torn into pieces that are strewn about. */
    @Property
    void composeAndDecomposeAgreeWithTheBitsOneByOne(@ForAll long seed) {
        Random random = new Random(seed);
        List<Part> parts = new ArrayList<>();
        int left = 1 + random.nextInt(128);
        for (int i = 0; left > 0; i++) {
            int width = 1 + random.nextInt(Math.min(left, random.nextBoolean() ? 64 : 8));
            boolean reversed = random.nextInt(3) == 0;
            for (int from = 0; from < width; from += parts.get(parts.size() - 1).width()) {
                int piece = reversed ? width : 1 + random.nextInt(width - from);
                parts.add(new Part("field-" + i, piece, from, reversed));
            }
            left -= width;
        }
        Collections.shuffle(parts, random);
        BitLayout layout = new BitLayout(parts);
        long[] values = layout.fields().stream()
                .mapToLong(field -> random.nextInt(4) == 0 ? field.max() : random.nextLong() & field.max())
                .toArray();

        BigInteger expected = BigInteger.ZERO;
        for (Part part : parts) {
            long value = values[layout.names().indexOf(part.name())];
            for (int bit = part.width() - 1; bit >= 0; bit--) {
                int from = part.reversed() ? part.width() - 1 - bit : part.from() + bit;
                expected = expected.shiftLeft(1).or(BigInteger.valueOf(value >>> from & 1));
            }
        }
        assertThat(compose(layout, values)).isEqualTo(word(expected));
        assertThat(layout.decompose(word(expected))).containsExactly(values);
    }

    @Property
    void wordsAreOrderedByValue(@ForAll long high, @ForAll long low, @ForAll long high2, @ForAll long low2) {
        Word128 one = new Word128(high, low);
        Word128 other = new Word128(high2, low2);

        assertThat(Integer.signum(one.compareTo(other))).isEqualTo(number(one).compareTo(number(other)));
        assertThat(one.or(other)).isEqualTo(word(number(one).or(number(other))));
        assertThat(one).hasToString(String.format("%032x", number(one)));
    }

    private static BigInteger number(Word128 word) {
        return new BigInteger(Long.toUnsignedString(word.high()))
                .shiftLeft(64)
                .or(new BigInteger(Long.toUnsignedString(word.low())));
    }

    private static Word128 word(BigInteger number) {
        return new Word128(number.shiftRight(64).longValue(), number.longValue());
    }
}
