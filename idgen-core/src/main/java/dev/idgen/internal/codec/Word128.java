package dev.idgen.internal.codec;

import java.util.HexFormat;

/**
 * An unsigned number of 128 bits, ordered by value.
 *
 * @param high the 64 most significant bits
 * @param low the 64 least significant bits
 */
public record Word128(long high, long low) implements Comparable<Word128> {

    /** No bit set. */
    public static final Word128 ZERO = new Word128(0, 0);

    /** The bits that are set in either. */
    public Word128 or(Word128 other) {
        return new Word128(high | other.high, low | other.low);
    }

    @Override
    public int compareTo(Word128 other) {
        int ofHigh = Long.compareUnsigned(high, other.high);
        return ofHigh != 0 ? ofHigh : Long.compareUnsigned(low, other.low);
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
