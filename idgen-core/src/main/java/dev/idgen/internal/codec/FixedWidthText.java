package dev.idgen.internal.codec;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Strings of one length, padded with zeros. All radixes share the code that reads; each has its own, faster code that
 * writes.
 *
 * <p>Immutable and thread-safe.
 */
final class FixedWidthText implements NumberText {

    private static final int MAX_BITS = 2 * Long.SIZE;

    private final String form;
    private final CheckSymbol check;
    private final Alphabet alphabet;
    private final Digits digits;
    private final int bits;
    private final long highMask;
    private final long lowMask;
    /** The values of the greatest number's digits. */
    private final byte[] last;

    /** Writes a number's digits, as many as the target holds. */
    interface Digits {

        void write(long high, long low, byte[] target);
    }

    FixedWidthText(String form, CheckSymbol check, Digits digits, int bits) {
        if (bits < 1 || bits > MAX_BITS) {
            throw new IllegalArgumentException("a " + form + " number is 1 to " + MAX_BITS + " bits wide, not " + bits);
        }
        this.form = form;
        this.check = check;
        this.alphabet = check.alphabet();
        this.digits = digits;
        this.bits = bits;
        this.highMask = bits > Long.SIZE ? -1L >>> (MAX_BITS - bits) : 0;
        this.lowMask = bits < Long.SIZE ? -1L >>> (Long.SIZE - bits) : -1L;
        this.last = alphabet.valuesOf(BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
    }

    @Override
    public int bits() {
        return bits;
    }

    @Override
    public int minLength() {
        return last.length;
    }

    @Override
    public int maxLength() {
        return last.length;
    }

    @Override
    public CheckSymbol check() {
        return check;
    }

    @Override
    public String encode(long high, long low) {
        if ((high & ~highMask) != 0 || (low & ~lowMask) != 0) {
            throw new IllegalArgumentException("0x" + new Word128(high, low) + " is wider than " + bits + " bits");
        }
        byte[] text = new byte[last.length];
        digits.write(high, low, text);
        return Latin1.text(text, 0, text.length);
    }

    @Override
    public Word128 decode(String text) {
        byte[] values = values(text);
        if (Arrays.compare(values, last) > 0) {
            throw refused(text, "it is greater than " + encode(highMask, lowMask));
        }
        int radix = alphabet.radix();
        long high = 0;
        long low = 0;
        for (byte value : values) {
            high = high * radix + carry(low, radix);
            low *= radix;
            high += Long.compareUnsigned(low + value, low) < 0 ? 1 : 0;
            low += value;
        }
        return new Word128(high, low);
    }

    private byte[] values(String text) {
        if (text.length() != last.length) {
            throw refused(text, "it has " + text.length() + " characters, not " + last.length);
        }
        byte[] values = new byte[last.length];
        for (int i = 0; i < values.length; i++) {
            int value = alphabet.valueOf(text.charAt(i));
            if (value < 0) {
                throw refused(
                        text,
                        "its character " + (i + 1) + " is " + Quote.of(text.substring(i, i + 1)) + ", not one of "
                                + alphabet.readable());
            }
            values[i] = (byte) value;
        }
        return values;
    }

    /** The high word of the product of an unsigned word and a radix. */
    private static long carry(long word, int radix) {
        return Math.multiplyHigh(word, radix) + (word < 0 ? radix : 0);
    }

    private IllegalArgumentException refused(String text, String problem) {
        return new IllegalArgumentException(
                Quote.of(text) + " is not a " + form + " number of " + bits + " bits: " + problem);
    }

    @Override
    public String toString() {
        return form + " numbers of " + bits + " bits";
    }
}
