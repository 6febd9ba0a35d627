package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntropyTests {

    /**
     * The first is the vector of the authors' list for a message of eight bytes: key 00..0f, message 00..07. The others
     * come from an implementation in another language that agrees with all 64 vectors of that list.
     */
    @ParameterizedTest
    @CsvSource({
        "0706050403020100, 0f0e0d0c0b0a0908, 0706050403020100, 93f5f5799a932462",
        "0706050403020100, 0f0e0d0c0b0a0908, 0000000000000000, 39d3851ca07681a7",
        "ffffffffffffffff, ffffffffffffffff, ffffffffffffffff, f13e77491777f9d0",
        "0123456789abcdef, fedcba9876543210, 8000000000000000, b4c5fd7f79890e7f"
    })
    void valuesAreThoseOfSipHash(String k0, String k1, String position, String value) {
        Entropy entropy = new Entropy(Long.parseUnsignedLong(k0, 16), Long.parseUnsignedLong(k1, 16));

        assertThat(entropy.at(Long.parseUnsignedLong(position, 16))).isEqualTo(Long.parseUnsignedLong(value, 16));
    }

    @Property
    void derivedKeysDiffer(@ForAll long k0, @ForAll long k1, @ForAll @IntRange(min = 1, max = 65_535) int number) {
        Entropy entropy = new Entropy(k0, k1);

        assertThat(entropy.derived(number).at(1))
                .isEqualTo(entropy.derived(number).at(1));
        assertThat(entropy.derived(number).at(1))
                .isNotIn(entropy.at(1), entropy.derived(number + 1).at(1));
    }

    @Test
    void textDoesNotShowKey() {
        assertThat(new Entropy(4711, 4712)).hasToString("Entropy[SipHash-2-4]");
    }
}
