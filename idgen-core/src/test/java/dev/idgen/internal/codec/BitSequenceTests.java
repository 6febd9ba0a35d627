package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that NIST SP 800-22 computes by hand. */
class BitSequenceTests {

    private static final String PI =
            "1100100100001111110110101010001000100001011010001100001000110100110001001100011001100010" + "100010111000";
    private static final Offset<Double> PRINTED = within(0.000_000_5);

    @Test
    void frequencyOfExamples() {
        assertThat(BitSequence.of("1011010101").frequency()).isCloseTo(0.527089, PRINTED);
        assertThat(BitSequence.of(PI).frequency()).isCloseTo(0.109599, PRINTED);
    }

    @Test
    void runsOfExamples() {
        assertThat(BitSequence.of("1001101011").runs()).isCloseTo(0.147232, PRINTED);
        assertThat(BitSequence.of(PI).runs()).isCloseTo(0.500798, PRINTED);
    }

    @Test
    void serialOfExample() {
        double[] values = BitSequence.of("0011011101").serialValues(3);

        assertThat(values[0]).isCloseTo(0.808792, PRINTED);
        assertThat(values[1]).isCloseTo(0.670320, PRINTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "01", "0011", "0000000100000001"})
    void patternsAreNotRandom(String pattern) {
        BitSequence bits = BitSequence.of(pattern.repeat(1000));

        assertThat(Math.min(bits.frequency(), Math.min(bits.runs(), bits.serial(5))))
                .isLessThan(0.000_001);
    }
}
