package dev.idgen.internal.codec;

import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;

/**
 * A sequence of bits and the tests of randomness on it. Each gives a p-value: how often a perfectly random sequence looks at
 * least as unlikely.
 *
 * @see <a href="https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-22r1a.pdf">NIST SP 800-22 Rev. 1a</a>
 */
final class BitSequence {

    private final long[] words;
    private final int length;

    private BitSequence(int length) {
        this.words = new long[(length + Long.SIZE - 1) / Long.SIZE];
        this.length = length;
    }

    static BitSequence of(String bits) {
        BitSequence sequence = new BitSequence(bits.length());
        for (int i = 0; i < bits.length(); i++) {
            sequence.set(i, bits.charAt(i) - '0');
        }
        return sequence;
    }

    /** The numbers one after the other, the most significant bit first. */
    static BitSequence ofNumbers(long[] numbers, int bits) {
        BitSequence sequence = new BitSequence(Math.multiplyExact(numbers.length, bits));
        int at = 0;
        for (long number : numbers) {
            for (int bit = bits - 1; bit >= 0; bit--) {
                sequence.set(at++, number >>> bit);
            }
        }
        return sequence;
    }

    /** The same bit of all numbers, 0 being the least significant. */
    static BitSequence ofColumn(long[] numbers, int bit) {
        BitSequence sequence = new BitSequence(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            sequence.set(i, numbers[i] >>> bit);
        }
        return sequence;
    }

    private void set(int at, long value) {
        words[at >>> 6] |= (value & 1) << at;
    }

    private int get(int at) {
        return (int) (words[at >>> 6] >>> at) & 1;
    }

    private int ones() {
        int ones = 0;
        for (long word : words) {
            ones += Long.bitCount(word);
        }
        return ones;
    }

    /** Section 2.1: are there as many ones as zeros? */
    double frequency() {
        return Erf.erfc(Math.abs(2.0 * ones() - length) / Math.sqrt(2.0 * length));
    }

    /** Section 2.3: does the value change as often as it should? */
    double runs() {
        double share = (double) ones() / length;
        if (Math.abs(share - 0.5) >= 2 / Math.sqrt(length)) {
            return 0;
        }
        int runs = 1;
        for (int i = 1; i < length; i++) {
            runs += get(i) ^ get(i - 1);
        }
        double change = 2 * share * (1 - share);
        return Erf.erfc(Math.abs(runs - length * change) / (Math.sqrt(2.0 * length) * change));
    }

    /** Section 2.11: does each pattern of some bits come as often as each other? The smaller of the two p-values. */
    double serial(int patternBits) {
        double[] values = serialValues(patternBits);
        return Math.min(values[0], values[1]);
    }

    double[] serialValues(int patternBits) {
        int[] counts = counts(patternBits);
        double psi = psi(counts);
        double psi1 = psi(shorter(counts));
        double psi2 = psi(shorter(shorter(counts)));
        return new double[] {
            Gamma.regularizedGammaQ(counts.length / 4.0, (psi - psi1) / 2),
            Gamma.regularizedGammaQ(counts.length / 8.0, (psi - 2 * psi1 + psi2) / 2)
        };
    }

    /** How often each pattern comes; the end is continued with the beginning. */
    private int[] counts(int patternBits) {
        int[] counts = new int[1 << patternBits];
        int pattern = 0;
        for (int i = 0; i < length + patternBits - 1; i++) {
            pattern = (pattern << 1 | get(i < length ? i : i - length)) & (counts.length - 1);
            if (i >= patternBits - 1) {
                counts[pattern]++;
            }
        }
        return counts;
    }

    private static int[] shorter(int[] counts) {
        int[] shorter = new int[counts.length / 2];
        for (int i = 0; i < counts.length; i++) {
            shorter[i / 2] += counts[i];
        }
        return shorter;
    }

    private double psi(int[] counts) {
        if (counts.length == 1) {
            return 0;
        }
        double squares = 0;
        for (int count : counts) {
            squares += (double) count * count;
        }
        return squares * counts.length / length - length;
    }
}
