package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScrambleTests {

    private static final int ID_BITS = 26;
    private static final long ID_MAX = (1L << ID_BITS) - 1;

    private static IntStream smallWidths() {
        return IntStream.rangeClosed(2, 16);
    }

    @ParameterizedTest
    @MethodSource("smallWidths")
    void everyNumberHasItsOwnImageAndComesBack(int bits) {
        int size = 1 << bits;
        for (String key : new String[] {"", "default", "shop-1"}) {
            Scramble scramble = new Scramble(bits, key);
            BitSet images = new BitSet(size);
            for (int number = 0; number < size; number++) {
                long image = scramble.apply(number);
                images.set(Math.toIntExact(image));
                if (scramble.invert(image) != number) { // an assertion for each number would take most of the time
                    assertThat(scramble.invert(image)).as("%s", scramble).isEqualTo(number);
                }
            }
            assertThat(images.cardinality()).as("images of %s", scramble).isEqualTo(size);
            assertThat(images.length()).as("width of images of %s", scramble).isEqualTo(size);
        }
    }

    @Property
    void invertUndoesApplyAtAnyWidth(
            @ForAll @IntRange(min = 2, max = 64) int bits, @ForAll String key, @ForAll long seed) {
        Scramble scramble = new Scramble(bits, key);
        long number = seed >>> (64 - bits);

        assertThat(scramble.apply(number) >>> 1 >>> (bits - 1)).isZero();
        assertThat(scramble.invert(scramble.apply(number))).isEqualTo(number);
        assertThat(scramble.apply(scramble.invert(number))).isEqualTo(number);
    }

    /** Ids on record are decoded with it: the mapping of a key must never change. */
    @ParameterizedTest
    @CsvSource({
        "26, default, 0, 22891586",
        "26, default, 1, 61175117",
        "26, default, 12345678, 51991570",
        "26, default, 67108863, 51009778",
        "26, shop-1, 0, 12206315",
        "26, shop-1, 12345678, 64108447",
        "53, default, 1, 8135128107686188",
        "63, default, 1, 2612217709388108527",
        "63, shop-1, 9223372036854775807, 7277299241073672061",
        "64, default, 1, 4798798020630752308",
        "64, shop-1, -1, -1946072793633620099"
    })
    void mappingOfKeyStaysAsItWas(int bits, String key, long number, long image) {
        assertThat(new Scramble(bits, key).apply(number)).isEqualTo(image);
    }

    @Test
    void differentKeysHaveDifferentFingerprintsAndMappings() {
        Set<String> fingerprints = new HashSet<>();
        Set<Long> images = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            Scramble scramble = new Scramble(ID_BITS, "key-" + i);
            fingerprints.add(scramble.fingerprint());
            images.add(scramble.apply(1));
        }
        assertThat(fingerprints).hasSize(1000);
        assertThat(images).hasSizeGreaterThan(990);
    }

    @Property
    void fingerprintAndTextDoNotShowKey(@ForAll @StringLength(min = 3) String key) {
        Scramble scramble = new Scramble(ID_BITS, "secret:" + key);

        assertThat(scramble.fingerprint()).matches("[0-9a-f]{12}");
        assertThat(scramble.toString()).doesNotContain("secret", key);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 1, 65})
    void widthOutOfRangeIsRefused(int bits) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scramble(bits, "key"))
                .withMessage("a scramble is 2 to 64 bits wide, not " + bits);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, ID_MAX + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void numberOutOfRangeIsRefused(long number) {
        Scramble scramble = new Scramble(ID_BITS, "key");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> scramble.apply(number))
                .withMessage(number + " is outside 0 to 67108863");
        assertThatIllegalArgumentException().isThrownBy(() -> scramble.invert(number));
    }
}
