package dev.idgen.internal.codec;

/** Writes a radix that is a power of two: each digit is a few bits of the number. */
final class BinaryDigits extends FixedWidthText {

    private final byte[] digits;
    private final int digitBits;

    /** The number is cut into parts of whole digits, as many as a word has. */
    private final int partBits;

    /** @param digitBits how many bits a digit has, 4 or 5 */
    BinaryDigits(String form, Alphabet alphabet, int digitBits, int bits) {
        super(form, alphabet, bits);
        this.digits = alphabet.digits();
        this.digitBits = digitBits;
        this.partBits = Long.SIZE / digitBits * digitBits;
    }

    @Override
    void write(long high, long low, byte[] target) {
        int lowest = Math.max(0, target.length - partBits / digitBits);
        int middle = Math.max(0, lowest - partBits / digitBits);
        int left = Long.SIZE - partBits;
        write(low, target, lowest, target.length);
        write(low >>> 1 >>> (partBits - 1) | high << left, target, middle, lowest);
        write(high >>> (partBits - left), target, 0, middle); // nothing unless a part is less than a word
    }

    private void write(long part, byte[] target, int from, int to) {
        int mask = (1 << digitBits) - 1;
        long rest = part;
        for (int at = to - 1; at >= from; at--) {
            target[at] = digits[(int) rest & mask];
            rest >>>= digitBits;
        }
    }
}
