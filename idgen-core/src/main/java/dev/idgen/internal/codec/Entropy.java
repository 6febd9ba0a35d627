package dev.idgen.internal.codec;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Unpredictable bits for numbered positions: a keyed pseudo-random function of 64 bits, SipHash-2-4.
 *
 * <p>A random generator has a state that every call advances. So callers share it and wait for each other, or each
 * thread has its own. Here the caller brings a unique position that it already holds, such as the time and sequence of
 * the next id. The function keeps only its key, which never changes.
 *
 * <p>Without the key, no one can tell the values from random ones, even with other positions and their values. Equal
 * positions give equal values; different positions give equal values as rarely as random draws do. A leaked key reveals
 * all past and future values, so do not derive passwords or session ids from it.
 *
 * <p>Immutable and thread-safe.
 *
 * @see <a href="https://www.aumasson.jp/siphash/siphash.pdf">Aumasson, Bernstein: SipHash, a fast short-input PRF.
 *     INDOCRYPT 2012</a>
 */
public final class Entropy {

    /** The last block of a message of eight bytes: the message's length is in the top byte. */
    private static final long LAST_BLOCK = 8L << 56;

    private static final long INITIAL_0 = 0x736f6d6570736575L;
    private static final long INITIAL_1 = 0x646f72616e646f6dL;
    private static final long INITIAL_2 = 0x6c7967656e657261L;
    private static final long INITIAL_3 = 0x7465646279746573L;

    private final long k0;
    private final long k1;

    /**
     * @param k0 the key's first eight bytes, little-endian
     * @param k1 the key's other eight bytes, little-endian
     */
    public Entropy(long k0, long k1) {
        this.k0 = k0;
        this.k1 = k1;
    }

    /** A function with a random key. */
    public static Entropy of(RandomGenerator random) {
        return new Entropy(random.nextLong(), random.nextLong());
    }

    /**
     * The 64 bits at a position.
     *
     * @param position any number; hashed as eight bytes, little-endian
     */
    public long at(long position) {
        return hash(position, LAST_BLOCK);
    }

    /**
     * The hash of a message of 8 to 15 bytes.
     *
     * @param first its first eight bytes, little-endian
     * @param last the rest, with the length in the top byte
     */
    long hash(long first, long last) {
        long v0 = k0 ^ INITIAL_0;
        long v1 = k1 ^ INITIAL_1;
        long v2 = k0 ^ INITIAL_2;
        long v3 = k1 ^ INITIAL_3;
        // The blocks are the message (0 and 1) and the finish (2 and 3), with two rounds each.
        for (int block = 0; block < 4; block++) {
            long input = block == 0 ? first : block == 1 ? last : 0;
            v3 ^= input;
            for (int round = 0; round < 2; round++) {
                v0 += v1;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v3;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 += v3;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= input;
            if (block == 1) {
                v2 ^= 0xff;
            }
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    /**
     * A function whose key this one makes. Another number gives an unrelated function.
     *
     * @param number from 1; the key comes from positions below 0, which callers must not use otherwise
     */
    public Entropy derived(long number) {
        return new Entropy(at(-2 * number), at(-2 * number + 1));
    }

    /**
     * The bits of {@link #at} at several consecutive positions, in about a third of the time: the compiler turns loops
     * over arrays into vector instructions. Not thread-safe.
     */
    public final class Block {

        private final long[] v0;
        private final long[] v1;
        private final long[] v2;
        private final long[] v3;

        private Block(int size) {
            v0 = new long[size];
            v1 = new long[size];
            v2 = new long[size];
            v3 = new long[size];
        }

        /** Computes the bits from a first position on. */
        // One method with one loop for all rounds: it is too large for the compiler to inline it into each caller.
        public void fill(long first) {
            long[] all0 = v0;
            long[] all1 = v1;
            long[] all2 = v2;
            long[] all3 = v3;
            int size = all0.length;
            Arrays.fill(all0, k0 ^ INITIAL_0);
            Arrays.fill(all1, k1 ^ INITIAL_1);
            Arrays.fill(all2, k0 ^ INITIAL_2);
            long initial3 = k1 ^ INITIAL_3;
            for (int i = 0; i < size; i++) {
                all3[i] = initial3 ^ (first + i);
            }
            for (int round = 0; round < 8; round++) {
                if (round == 2) {
                    for (int i = 0; i < size; i++) {
                        all0[i] ^= first + i;
                        all3[i] ^= LAST_BLOCK;
                    }
                } else if (round == 4) {
                    for (int i = 0; i < size; i++) {
                        all0[i] ^= LAST_BLOCK;
                        all2[i] ^= 0xff;
                    }
                }
                for (int i = 0; i < size; i++) {
                    long v0 = all0[i] + all1[i];
                    long v1 = Long.rotateLeft(all1[i], 13) ^ v0;
                    long v2 = all2[i] + all3[i];
                    long v3 = Long.rotateLeft(all3[i], 16) ^ v2;
                    v0 = Long.rotateLeft(v0, 32) + v3;
                    v2 += v1;
                    all0[i] = v0;
                    all1[i] = Long.rotateLeft(v1, 17) ^ v2;
                    all2[i] = Long.rotateLeft(v2, 32);
                    all3[i] = Long.rotateLeft(v3, 21) ^ v0;
                }
            }
            for (int i = 0; i < size; i++) {
                all0[i] ^= all1[i] ^ all2[i] ^ all3[i];
            }
        }

        /**
         * The bits at a position.
         *
         * @param index counted from the first position
         */
        public long get(int index) {
            return v0[index];
        }
    }

    /** A block of a given number of positions. */
    public Block block(int size) {
        return new Block(size);
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "Entropy[SipHash-2-4]";
    }
}
