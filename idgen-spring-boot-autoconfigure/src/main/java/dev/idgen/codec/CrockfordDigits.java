package dev.idgen.codec;

/** Writes base 32: each digit is five bits of the number. */
final class CrockfordDigits extends FixedWidthText {

    private static final int DIGIT_BITS = 5;
    private static final BitDigits DIGITS = new BitDigits(Alphabet.CROCKFORD, DIGIT_BITS);

    /** The number is cut into parts of whole digits, as many as a word has. */
    private static final int DIGITS_OF_PART = Long.SIZE / DIGIT_BITS;

    private static final int PART_BITS = DIGITS_OF_PART * DIGIT_BITS;
    private static final int LEFT_BITS = Long.SIZE - PART_BITS;

    CrockfordDigits(int bits) {
        super("Crockford base 32", Alphabet.CROCKFORD, bits);
    }

    @Override
    void write(long high, long low, byte[] target) {
        int lowest = Math.max(0, target.length - DIGITS_OF_PART);
        int middle = Math.max(0, lowest - DIGITS_OF_PART);
        DIGITS.write(low, target, lowest, target.length);
        DIGITS.write(low >>> PART_BITS | high << LEFT_BITS, target, middle, lowest);
        DIGITS.write(high >>> (PART_BITS - LEFT_BITS), target, 0, middle);
    }
}
