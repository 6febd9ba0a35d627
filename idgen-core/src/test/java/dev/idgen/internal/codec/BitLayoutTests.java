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

    @Test
    void fieldsLieSideBySideMostSignificantFirst() {
        BitLayout layout =
                BitLayout.builder().field("a", 8).field("b", 4).field("c", 4).build();

        assertThat(layout.compose(0xAB, 0xC, 0xD)).isEqualTo(new Word128(0, 0xABCD));
        assertThat(layout.decompose(new Word128(0, 0xABCD))).containsExactly(0xAB, 0xC, 0xD);
        assertThat(layout.names()).containsExactly("a", "b", "c");
        assertThat(layout).hasToString("a 8, b 4, c 4");
    }

    @ParameterizedTest
    @CsvSource({"53, 9007199254740991", "63, 9223372036854775807"})
    void greatestValuesFillAllBits(int bits, long expected) {
        BitLayout layout =
                BitLayout.builder().field("high", bits - 12).field("low", 12).build();

        assertThat(layout.compose(layout.field("high").max(), 4095)).isEqualTo(new Word128(0, expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {53, 63, 64, 96, 127, 128})
    void idWithMoreBitsThanTheLayoutIsRefused(int bits) {
        BitLayout layout = BitLayout.builder()
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
    void fieldAcrossTheMiddleOf128Bits() {
        BitLayout layout = BitLayout.builder()
                .field("top", 40)
                .field("middle", 64)
                .field("bottom", 24)
                .build();

        assertThat(layout.compose(0, 0x0123_4567_89AB_CDEFL, 0))
                .isEqualTo(new Word128(0x0000_0000_0001_2345L, 0x6789_ABCD_EF00_0000L));
        assertThat(layout.compose(0, -1, 0)).isEqualTo(new Word128(0xFF_FFFFL, 0xFFFF_FFFF_FF00_0000L));
    }

    @Test
    void reversedFieldIsWrittenLowestBitFirst() {
        BitLayout layout =
                BitLayout.builder().reversed("time", 42).field("rest", 22).build();

        assertThat(layout.compose(1, 0)).isEqualTo(new Word128(0, Long.MIN_VALUE));
        assertThat(layout.compose(143_062_936_275L, 0)).isEqualTo(new Word128(0, Long.reverse(143_062_936_275L)));
    }

    @Test
    void tornFieldIsPutTogether() {
        BitLayout layout = BitLayout.builder()
                .slice("node", 3, 8)
                .field("mode", 1)
                .slice("node", 8, 0)
                .build();

        assertThat(layout.compose(0b101_0000_0001, 1)).isEqualTo(new Word128(0, 0b101_1_0000_0001));
        assertThat(layout.field("node").width()).isEqualTo(11);
        assertThat(layout.field("node").max()).isEqualTo(2047);
        assertThat(layout.fields()).extracting(BitField::name).containsExactly("node", "mode");
        assertThat(layout).hasToString("node[10..8] 3, mode 1, node[7..0] 8");
        assertThat(layout.field("node")).hasToString("node 11");
    }

    @Test
    void fieldsOf64BitsLieInOneHalfEach() {
        BitLayout layout =
                BitLayout.builder().field("upper", 64).field("lower", 64).build();

        assertThat(layout.bits()).isEqualTo(128);
        assertThat(layout.compose(5, 6)).isEqualTo(new Word128(5, 6));
        assertThat(layout.decompose(new Word128(5, 6))).containsExactly(5, 6);
        assertThat(layout.field("upper").isInHigh()).isTrue();
        assertThat(layout.field("upper").isInLow()).isFalse();
        assertThat(layout.field("lower").isInHigh()).isFalse();
        assertThat(layout.field("lower").isInLow()).isTrue();
    }

    @Test
    void fieldAcrossTheMiddleIsInBothHalves() {
        BitField across =
                BitLayout.builder().field("across", 2).field("rest", 63).build().field("across");

        assertThat(across.isInHigh()).isTrue();
        assertThat(across.isInLow()).isTrue();
    }

    @Test
    void tornFieldIsInEachHalfThatHasAPiece() {
        BitField torn = BitLayout.builder()
                .slice("torn", 2, 1)
                .field("between", 64)
                .slice("torn", 1, 0)
                .build()
                .field("torn");

        assertThat(torn.isInHigh()).isTrue();
        assertThat(torn.isInLow()).isTrue();
    }

    @Test
    void valueThatFitsPassesTheCheck() {
        assertThat(BitLayout.builder().field("a", 8).build().field("a").check(255))
                .isEqualTo(255);
    }

    @ParameterizedTest
    @CsvSource({"8, 256, 256", "8, -1, -1", "63, -1, -1", "63, -9223372036854775808, -9223372036854775808"})
    void valueThatDoesNotFitIsRefusedWithTheFieldsName(int width, long value, String shown) {
        BitLayout layout = BitLayout.builder().field("shard", width).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.compose(value))
                .withMessage("'shard' holds 0 to " + layout.field("shard").max() + ", not " + shown);
    }

    @Test
    void fieldOf64BitsHoldsEverything() {
        BitLayout layout = BitLayout.builder().field("all", 64).build();

        assertThat(layout.compose(-1)).isEqualTo(new Word128(0, -1));
        assertThat(layout.decompose(new Word128(0, Long.MIN_VALUE))).containsExactly(Long.MIN_VALUE);
        assertThat(layout.field("all").max()).isEqualTo(-1);
    }

    @Test
    void numberOfValuesIsThatOfFields() {
        BitLayout layout = BitLayout.builder().field("a", 8).field("b", 4).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.compose(1))
                .withMessage("there are 2 fields [a, b], not 1");
    }

    @Test
    void unknownFieldIsRefused() {
        BitLayout layout = BitLayout.builder().field("a", 8).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.field("b"))
                .withMessage("there is no field 'b', only [a]");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "65, 0", "64, 1", "1, 64", "1, -1", "2147483647, 1", "1, 2147483647"})
    void widthOutOfRangeIsRefused(int width, int from) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BitLayout.builder().slice("a", width, from))
                .withMessageContaining("'a'");
    }

    @Test
    void layoutHasOneTo128Bits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BitLayout.builder().build())
                .withMessageContaining("0 bits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BitLayout.builder()
                        .field("a", 64)
                        .field("b", 64)
                        .field("c", 1)
                        .build())
                .withMessageContaining("129 bits");
    }

    @Test
    void tornFieldWithABitTwiceOrMissingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        BitLayout.builder().slice("a", 4, 0).slice("a", 4, 3).build())
                .withMessageContaining("'a'");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        BitLayout.builder().slice("a", 4, 0).slice("a", 4, 5).build())
                .withMessageContaining("'a'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BitLayout.builder().slice("a", 4, 1).build())
                .withMessageContaining("'a'");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> BitLayout.builder().field("a", 4).field("a", 4).build())
                .withMessageContaining("'a'");
    }

    @Test
    void blankNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BitLayout.builder().field(" ", 4))
                .withMessage("a field has no name");
    }

    @Property
    void whatWasComposedIsDecomposed(@ForAll("cases") Case it) {
        Word128 id = it.layout().compose(it.array());

        assertThat(it.layout().decompose(id)).containsExactly(it.array());
    }

    @Property
    void whatWasDecomposedIsComposed(@ForAll("cases") Case it, @ForAll long high, @ForAll long low) {
        BigInteger mask = BigInteger.TWO.pow(it.layout().bits()).subtract(BigInteger.ONE);
        Word128 id = word(number(new Word128(high, low)).and(mask));

        long[] values = it.layout().decompose(id);

        assertThat(it.layout().compose(values)).isEqualTo(id);
    }

    @Property
    void plainFieldsAreDigitsOfAMixedRadix(@ForAll("cases") Case it) {
        BigInteger expected = BigInteger.ZERO;
        List<BitField> fields = it.plain().fields();
        for (int i = 0; i < fields.size(); i++) {
            BigInteger value = new BigInteger(Long.toUnsignedString(it.values().get(i)));
            expected = expected.shiftLeft(fields.get(i).width()).or(value);
        }

        assertThat(number(it.plain().compose(it.array()))).isEqualTo(expected);
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
        BitLayout.Builder builder = BitLayout.builder();
        for (Piece piece : pieces) {
            if (piece.reversed()) {
                builder.reversed(piece.name(), piece.width());
            } else {
                builder.slice(piece.name(), piece.width(), piece.from());
            }
        }
        BitLayout layout = builder.build();
        BitLayout.Builder plain = BitLayout.builder();
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
