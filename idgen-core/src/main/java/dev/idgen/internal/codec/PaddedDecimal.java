package dev.idgen.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Decimal digits of a fixed width in ASCII bytes, padded with zeros. Stateless. */
public final class PaddedDecimal {

    /** "00", "01", ... "99". Writing two digits at a time halves the divisions. */
    private static final byte[] PAIRS = Alphabet.DECIMAL.pairs();

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private PaddedDecimal() {}

    /**
     * Writes {@code value} into {@code target[offset .. offset + width - 1]}.
     *
     * @param value 0 to 10^width - 1
     * @throws IllegalArgumentException if the value is out of range; the target's content is then undefined
     */
    public static void write(int value, byte[] target, int offset, int width) {
        if (value < 0) {
            throw new IllegalArgumentException(value + " is negative");
        }
        int rest = value;
        int at = offset + width;
        while (at - 2 >= offset) {
            int quotient = rest / 100;
            at -= 2;
            writePair(rest - quotient * 100, target, at);
            rest = quotient;
        }
        if (at > offset) {
            target[offset] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        if (rest != 0) {
            throw new IllegalArgumentException(value + " has more than " + width + " digits");
        }
    }

    /**
     * Writes eight digits into {@code target[offset .. offset + 7]}, like {@link #write}. It holds all digits in one
     * word, and splits the word into halves three times. Multiplications replace the divisions by 100 and 10; for
     * numbers this small their results are exact.
     *
     * @param value 0 to 99,999,999
     * @throws IllegalArgumentException if the value is out of range
     */
    public static void write8(int value, byte[] target, int offset) {
        if (value < 0 || value > 99_999_999) {
            throw new IllegalArgumentException(value + " has not 8 digits");
        }
        int high = value / 10_000;
        long digits = high | (long) (value - high * 10_000) << 32;
        long hundreds = ((digits * 10_486) >>> 20) & 0x7F_0000_007FL;
        digits = hundreds | (digits - hundreds * 100) << 16;
        long tens = ((digits * 103) >>> 10) & 0xF_000F_000F_000FL;
        digits = tens | (digits - tens * 10) << 8;
        WORDS.set(target, offset, digits | 0x3030_3030_3030_3030L);
    }

    private static void writePair(int value, byte[] target, int offset) {
        target[offset] = PAIRS[2 * value];
        target[offset + 1] = PAIRS[2 * value + 1];
    }

    /**
     * Reads the digits of {@code text[from .. to - 1]}.
     *
     * @return their value, or -1 if a character is not a digit
     * @throws ArithmeticException if the value exceeds an {@code int}
     */
    public static int parse(CharSequence text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = Math.addExact(Math.multiplyExact(value, 10), digit);
        }
        return value;
    }
}
