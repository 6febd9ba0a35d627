package dev.idgen.internal.codec;

/** Writes base 16: each digit is four bits of the number. */
final class HexDigits extends FixedWidthText {

    private static final byte[] DIGITS = Alphabet.HEX.digits();
    private static final int DIGIT_BITS = 4;
    private static final int MASK = (1 << DIGIT_BITS) - 1;
    private static final int DIGITS_OF_WORD = Long.SIZE / DIGIT_BITS;

    HexDigits(int bits) {
        super("hexadecimal", Alphabet.HEX, bits);
    }

    @Override
    void write(long high, long low, byte[] target) {
        int ofHigh = Math.max(0, target.length - DIGITS_OF_WORD);
        write(low, target, ofHigh, target.length);
        write(high, target, 0, ofHigh);
    }

    private static void write(long word, byte[] target, int from, int to) {
        long rest = word;
        for (int at = to - 1; at >= from; at--) {
            target[at] = DIGITS[(int) rest & MASK];
            rest >>>= DIGIT_BITS;
        }
    }
}
