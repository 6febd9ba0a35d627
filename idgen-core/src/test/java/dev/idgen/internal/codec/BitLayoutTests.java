package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BitLayoutTests {

    /** The id with given values, one for each field. */
    private static Word128 compose(BitLayout layout, long... values) {
        Word128 id = Word128.ZERO;
        for (int i = 0; i < values.length; i++) {
            id = id.or(layout.fields().get(i).place(values[i]));
        }
        return id;
    }

    @Test
    void fieldsLieSideBySideMostSignificantFirst() {
        BitLayout layout =
                new LayoutBuilder().field("a", 8).field("b", 4).field("c", 4).build();

        assertThat(compose(layout, 0xAB, 0xC, 0xD)).isEqualTo(new Word128(0, 0xABCD));
        assertThat(layout.decompose(new Word128(0, 0xABCD))).containsExactly(0xAB, 0xC, 0xD);
        assertThat(layout.names()).containsExactly("a", "b", "c");
        assertThat(layout).hasToString("a 8, b 4, c 4");
    }

    @ParameterizedTest
    @ValueSource(ints = {53, 63, 64, 96, 127, 128})
    void idWithMoreBitsThanTheLayoutIsRefused(int bits) {
        BitLayout layout = new LayoutBuilder()
                .field("a", bits / 2)
                .field("b", bits - bits / 2)
                .build();
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
    void reversedFieldIsWrittenLowestBitFirst() {
        BitLayout layout =
                new LayoutBuilder().reversed("time", 42).field("rest", 22).build();

        assertThat(compose(layout, 1, 0)).isEqualTo(new Word128(0, Long.MIN_VALUE));
        assertThat(compose(layout, 143_062_936_275L, 0)).isEqualTo(new Word128(0, Long.reverse(143_062_936_275L)));
    }

    @Test
    void tornFieldIsPutTogether() {
        BitLayout layout = new LayoutBuilder()
                .slice("node", 3, 8)
                .field("mode", 1)
                .slice("node", 8, 0)
                .build();

        assertThat(compose(layout, 0b101_0000_0001, 1)).isEqualTo(new Word128(0, 0b101_1_0000_0001));
        assertThat(layout.field("node").width()).isEqualTo(11);
        assertThat(layout.field("node").max()).isEqualTo(2047);
        assertThat(layout.fields()).extracting(BitField::name).containsExactly("node", "mode");
        assertThat(layout).hasToString("node[10..8] 3, mode 1, node[7..0] 8");
        assertThat(layout.field("node")).hasToString("node 11");
    }

    @Test
    void fieldIsInEachHalfThatHasAPieceOfIt() {
        BitLayout layout = new LayoutBuilder()
                .slice("torn", 2, 1)
                .field("high", 60)
                .field("across", 4)
                .field("low", 61)
                .slice("torn", 1, 0)
                .build();
        assertThat(layout.bits()).isEqualTo(128);
        assertThat(layout.fields().stream().filter(BitField::isInHigh))
                .extracting(BitField::name)
                .containsExactly("torn", "high", "across");
        assertThat(layout.fields().stream().filter(BitField::isInLow))
                .extracting(BitField::name)
                .containsExactly("torn", "across", "low");
        BitLayout halves =
                new LayoutBuilder().field("high", 64).field("low", 64).build();
        assertThat(halves.fields()).extracting(BitField::isInHigh).containsExactly(true, false);
        assertThat(halves.fields()).extracting(BitField::isInLow).containsExactly(false, true);
        assertThat(compose(halves, 5, 6)).isEqualTo(new Word128(5, 6));
    }

    @ParameterizedTest
    @CsvSource({"8, 256", "8, -1", "63, -1", "63, -9223372036854775808"})
    void valueThatDoesNotFitIsRefusedWithTheFieldsName(int width, long value) {
        BitLayout layout = new LayoutBuilder().field("shard", width).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> compose(layout, value))
                .withMessage("'shard' holds 0 to " + layout.field("shard").max() + ", not " + value);
    }

    @Test
    void fieldOf64BitsHoldsEverything() {
        BitLayout layout = new LayoutBuilder().field("all", 64).build();

        assertThat(compose(layout, -1)).isEqualTo(new Word128(0, -1));
        assertThat(layout.decompose(new Word128(0, Long.MIN_VALUE))).containsExactly(Long.MIN_VALUE);
        assertThat(layout.field("all").max()).isEqualTo(-1);
    }

    @Test
    void unknownFieldIsRefused() {
        BitLayout layout = new LayoutBuilder().field("a", 8).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.field("b"))
                .withMessage("there is no field 'b', only [a]");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "65, 0", "64, 1", "1, 64", "1, -1", "2147483647, 1", "1, 2147483647"})
    void widthOutOfRangeIsRefused(int width, int from) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LayoutBuilder().slice("a", width, from))
                .withMessageContaining("'a'");
    }

    @Test
    void layoutWithFieldsThatDoNotFitTogetherIsRefused() {
        assertRefused("0 bits", new LayoutBuilder());
        assertRefused(
                "129 bits", new LayoutBuilder().field("a", 64).field("b", 64).field("c", 1));
        assertRefused("'a'", new LayoutBuilder().slice("a", 4, 0).slice("a", 4, 3));
        assertRefused("'a'", new LayoutBuilder().slice("a", 4, 0).slice("a", 4, 5));
        assertRefused("'a'", new LayoutBuilder().slice("a", 4, 1));
        assertRefused("'a'", new LayoutBuilder().field("a", 4).field("a", 4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LayoutBuilder().field(" ", 4))
                .withMessage("a field has no name");
    }

    private static void assertRefused(String message, LayoutBuilder layout) {
        assertThatIllegalArgumentException().isThrownBy(layout::build).withMessageContaining(message);
    }

    @Property
    void decomposeReturnsTheComposedValues(@ForAll("cases") Case sample) {
        Word128 id = compose(sample.layout(), sample.array());

        assertThat(sample.layout().decompose(id)).containsExactly(sample.array());
    }

    @Property
    void composeReturnsTheDecomposedId(@ForAll("cases") Case sample, @ForAll long high, @ForAll long low) {
        BigInteger mask = BigInteger.TWO.pow(sample.layout().bits()).subtract(BigInteger.ONE);
        Word128 id = word(number(new Word128(high, low)).and(mask));

        long[] values = sample.layout().decompose(id);

        assertThat(compose(sample.layout(), values)).isEqualTo(id);
    }

    @Property
    void plainFieldsAreDigitsOfAMixedRadix(@ForAll("cases") Case sample) {
        BigInteger expected = BigInteger.ZERO;
        List<BitField> fields = sample.plain().fields();
        for (int i = 0; i < fields.size(); i++) {
            BigInteger value =
                    new BigInteger(Long.toUnsignedString(sample.values().get(i)));
            expected = expected.shiftLeft(fields.get(i).width()).or(value);
        }

        assertThat(number(compose(sample.plain(), sample.array()))).isEqualTo(expected);
    }

    @Property
    void wordsAreOrderedByValue(@ForAll long high, @ForAll long low, @ForAll long high2, @ForAll long low2) {
        Word128 one = new Word128(high, low);
        Word128 other = new Word128(high2, low2);

        assertThat(Integer.signum(one.compareTo(other))).isEqualTo(number(one).compareTo(number(other)));
        assertThat(one.or(other)).isEqualTo(word(number(one).or(number(other))));
        assertThat(one).hasToString(String.format("%032x", number(one)));
    }

    /** The same fields, some of them reversed or torn into pieces that are strewn about, and side by side. */
    record Case(BitLayout layout, BitLayout plain, List<Long> values) {

        long[] array() {
            return values.stream().mapToLong(Long::longValue).toArray();
        }
    }

    @Provide
    Arbitrary<Case> cases() {
        return Arbitraries.longs().map(seed -> randomCase(new Random(seed)));
    }

    private static Case randomCase(Random random) {
        record Piece(String name, int width, int from, boolean reversed) {}
        List<Piece> pieces = new ArrayList<>();
        int left = List.of(53, 63, 64, 96, 128, 1 + random.nextInt(128)).get(random.nextInt(6));
        for (int i = 0; left > 0; i++) {
            int width = 1 + random.nextInt(Math.min(left, random.nextBoolean() ? 64 : 8));
            left -= width;
            String name = "field-" + i;
            if (random.nextInt(3) == 0) {
                pieces.add(new Piece(name, width, 0, true));
            } else {
                for (int from = 0; from < width; ) {
                    int part = 1 + random.nextInt(width - from);
                    pieces.add(new Piece(name, part, from, false));
                    from += part;
                }
            }
        }
        Collections.shuffle(pieces, random);
        LayoutBuilder builder = new LayoutBuilder();
        for (Piece piece : pieces) {
            if (piece.reversed()) {
                builder.reversed(piece.name(), piece.width());
            } else {
                builder.slice(piece.name(), piece.width(), piece.from());
            }
        }
        BitLayout layout = builder.build();
        LayoutBuilder plain = new LayoutBuilder();
        layout.fields().forEach(field -> plain.field(field.name(), field.width()));
        List<Long> values = layout.fields().stream()
                .map(field -> switch (random.nextInt(4)) {
                    case 0 -> 0L;
                    case 1 -> field.max();
                    default -> random.nextLong() & field.max();
                })
                .toList();
        return new Case(layout, plain.build(), values);
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
