package dev.idgen.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Writes the digits of a radix that is a power of two, a pair with each look-up. Immutable and thread-safe. */
final class BitDigits {

    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private final int bits;
    private final byte[] digits;
    private final short[] pairs;

    /** @param bits of a digit: the alphabet has 2^bits of them */
    BitDigits(Alphabet alphabet, int bits) {
        this.bits = bits;
        this.digits = alphabet.digits();
        byte[] characters = alphabet.pairs();
        this.pairs = new short[characters.length / 2];
        for (int pair = 0; pair < pairs.length; pair++) {
            pairs[pair] = (short) PAIR.get(characters, 2 * pair);
        }
    }

    /** Writes the lowest digits of a word into {@code target[from .. to - 1]}. */
    void write(long word, byte[] target, int from, int to) {
        int pairMask = pairs.length - 1;
        long rest = word;
        int at = to - 2;
        for (; at >= from; at -= 2) {
            PAIR.set(target, at, pairs[(int) rest & pairMask]);
            rest >>>= 2 * bits;
        }
        if (at + 1 == from) {
            target[from] = digits[(int) rest & (digits.length - 1)];
        }
    }
}
