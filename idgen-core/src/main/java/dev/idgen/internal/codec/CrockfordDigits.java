package dev.idgen.internal.codec;

/** Writes base 32: each digit is five bits of the number. */
final class CrockfordDigits {

    private static final byte[] DIGITS = Alphabet.CROCKFORD.digits();
    private static final int DIGIT_BITS = 5;
    private static final int MASK = (1 << DIGIT_BITS) - 1;

    /** Each part of the number has as many whole digits as fit a word. */
    private static final int DIGITS_OF_PART = Long.SIZE / DIGIT_BITS;

    private static final int PART_BITS = DIGITS_OF_PART * DIGIT_BITS;
    private static final int LEFT_BITS = Long.SIZE - PART_BITS;

    private CrockfordDigits() {}

    /** Fills the target with the digits of a number that fits it. */
    static void write(long high, long low, byte[] target) {
        int lowest = Math.max(0, target.length - DIGITS_OF_PART);
        int middle = Math.max(0, lowest - DIGITS_OF_PART);
        write(low, target, lowest, target.length);
        write(low >>> PART_BITS | high << LEFT_BITS, target, middle, lowest);
        write(high >>> (PART_BITS - LEFT_BITS), target, 0, middle);
    }

    /** The same with letters in lower case. */
    static void writeLowerCase(long high, long low, byte[] target) {
        write(high, low, target);
        for (int i = 0; i < target.length; i++) {
            target[i] |= 0x20; // digits have this bit
        }
    }

    private static void write(long part, byte[] target, int from, int to) {
        long rest = part;
        for (int at = to - 1; at >= from; at--) {
            target[at] = DIGITS[(int) rest & MASK];
            rest >>>= DIGIT_BITS;
        }
    }
}
