package dev.idgen.codec;

/** Writes base 16: each digit is four bits of the number. */
final class HexDigits extends FixedWidthText {

    private static final int DIGIT_BITS = 4;
    private static final BitDigits DIGITS = new BitDigits(Alphabet.HEX, DIGIT_BITS);
    private static final int DIGITS_OF_WORD = Long.SIZE / DIGIT_BITS;

    HexDigits(int bits) {
        super("hexadecimal", Alphabet.HEX, bits);
    }

    @Override
    void write(long high, long low, byte[] target) {
        int ofHigh = Math.max(0, target.length - DIGITS_OF_WORD);
        DIGITS.write(low, target, ofHigh, target.length);
        DIGITS.write(high, target, 0, ofHigh);
    }
}
