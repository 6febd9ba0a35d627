package dev.idgen.internal.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Maps the numbers of a given width one to one onto themselves, by a key. Neighbours then look unrelated.
 *
 * <p>It multiplies three times by an odd key modulo 2^bits, and each time folds the high half onto the low one. The
 * fold is needed because a multiplication mixes only upwards: the low bits of successive numbers would keep their
 * pattern. Each step is invertible, so no two numbers share an image. The mapping hides from readers how many numbers
 * lie between two ids. It is not encryption, and does not stop an attacker from guessing.
 *
 * <p>Immutable and thread-safe.
 */
public final class Scramble {

    private final int bits;
    private final long mask;
    private final int fold;
    // Fields, not arrays: in the hot path, each read of an array also reads its reference and its length.
    private final long factor0;
    private final long factor1;
    private final long factor2;
    private final long addend0;
    private final long addend1;
    private final long addend2;
    private final String fingerprint;

    /**
     * @param bits the numbers' width, 2 to 64
     * @param key any string; equal keys give equal mappings
     */
    public Scramble(int bits, String key) {
        if (bits < 2 || bits > 64) {
            throw new IllegalArgumentException("a scramble is 2 to 64 bits wide, not " + bits);
        }
        this.bits = bits;
        this.mask = -1L >>> (Long.SIZE - bits);
        this.fold = (bits + 1) / 2;
        ByteBuffer factors = ByteBuffer.wrap(sha256("idgen-scramble-factors:" + key));
        this.factor0 = factors.getLong() | 1;
        this.factor1 = factors.getLong() | 1;
        this.factor2 = factors.getLong() | 1;
        ByteBuffer addends = ByteBuffer.wrap(sha256("idgen-scramble-addends:" + key));
        this.addend0 = addends.getLong();
        this.addend1 = addends.getLong();
        this.addend2 = addends.getLong();
        this.fingerprint = HexFormat.of().formatHex(sha256("idgen-scramble-fingerprint:" + key), 0, 6);
    }

    /**
     * The image of a number.
     *
     * @param number 0 to 2^bits - 1
     */
    public long apply(long number) {
        long x = check(number);
        x = (x * factor0 + addend0) & mask;
        x ^= x >>> fold;
        x = (x * factor1 + addend1) & mask;
        x ^= x >>> fold;
        x = (x * factor2 + addend2) & mask;
        return x ^ x >>> fold;
    }

    /**
     * The number with a given image.
     *
     * @param image 0 to 2^bits - 1
     */
    public long invert(long image) {
        long x = check(image);
        x ^= x >>> fold;
        x = ((x - addend2) * invertOdd(factor2)) & mask;
        x ^= x >>> fold;
        x = ((x - addend1) * invertOdd(factor1)) & mask;
        x ^= x >>> fold;
        return ((x - addend0) * invertOdd(factor0)) & mask;
    }

    /** Equal for instances with the same key. It does not reveal the key. */
    public String fingerprint() {
        return fingerprint;
    }

    private long check(long number) {
        if ((number & ~mask) != 0) {
            throw new IllegalArgumentException(number + " is outside 0 to " + mask);
        }
        return number;
    }

    /** Newton's iteration: each step doubles the number of correct low bits, and x itself has three. */
    private static long invertOdd(long x) {
        long inverse = x;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - x * inverse;
        }
        return inverse;
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "Scramble[" + bits + " bits, " + fingerprint + "]";
    }
}
