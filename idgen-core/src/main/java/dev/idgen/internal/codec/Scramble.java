package dev.idgen.internal.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A keyed one-to-one mapping of the numbers of a given width onto themselves, which makes neighbours look unrelated.
 *
 * <p>Three multiplications by odd keys modulo 2^bits, each followed by a fold of the high half onto the low one: a
 * multiplication mixes upwards only, and leaves the low bits of successive numbers in a pattern. Each step can be
 * undone, so no two numbers share an image. It hides how many numbers lie between two ids from a reader;
 * it is not encryption and does not keep an attacker from guessing.
 *
 * <p>Immutable and thread-safe.
 */
public final class Scramble {

    private final int bits;
    private final long mask;
    private final int fold;
    // Fields and not arrays: in the hot path an array costs a read of its reference and its length for each element.
    private final long factor0;
    private final long factor1;
    private final long factor2;
    private final long addend0;
    private final long addend1;
    private final long addend2;
    private final String fingerprint;

    /**
     * @param bits width of the numbers, 2 to 64
     * @param key any text; equal keys give equal mappings
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

    /** Tells whether two instances use the same key, without giving the key away. */
    public String fingerprint() {
        return fingerprint;
    }

    private long check(long number) {
        if ((number & ~mask) != 0) {
            throw new IllegalArgumentException(number + " is outside 0 to " + mask);
        }
        return number;
    }

    /** Newton's iteration: each step doubles the correct low bits, of which x itself has three. */
    private static long invertOdd(long x) {
        long inverse = x;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - x * inverse;
        }
        return inverse;
    }

    private static byte[] sha256(String text) {
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
