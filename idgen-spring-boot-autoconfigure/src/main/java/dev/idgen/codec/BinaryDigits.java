package dev.idgen.codec;

/** Writes digits of a radix that is a power of two: each is some bits of the number. */
final class BinaryDigits extends FixedWidthText {

    private final Alphabet alphabet;
    private final int mask;
    private final int digitBits;

    BinaryDigits(String form, Alphabet alphabet, int bits) {
        super(form, alphabet, bits);
        this.alphabet = alphabet;
        this.mask = alphabet.radix() - 1;
        this.digitBits = Integer.bitCount(mask);
    }

    @Override
    void write(long high, long low, byte[] target) {
        int at = target.length;
        int left = Long.SIZE;
        long rest = low;
        while (at > 0 && left >= digitBits) {
            target[--at] = alphabet.digit((int) rest & mask);
            rest >>>= digitBits;
            left -= digitBits;
        }
        // The digit across the words, or an additional one of the high word alone.
        rest |= high << left;
        if (at > 0) {
            target[--at] = alphabet.digit((int) rest & mask);
        }
        rest = high >>> (digitBits - left);
        while (at > 0) {
            target[--at] = alphabet.digit((int) rest & mask);
            rest >>>= digitBits;
        }
    }
}
