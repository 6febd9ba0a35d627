package dev.idgen.internal.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One value of a {@link BitLayout} and the place of its bits. Usually they are adjacent; some formats split a value or
 * write it backwards. Immutable and thread-safe.
 */
public final class BitField {

    private final String name;
    private final int width;
    private final boolean reversed;
    private final Piece[] pieces;

    private final Half low;
    private final Half high;

    /**
     * Bits {@code [from, from + width)} of the value are bits {@code [at, at + width)} of the id. Both count from the
     * least significant bit.
     */
    record Piece(int from, int width, int at) {

        long mask() {
            return -1L >>> (64 - width);
        }
    }

    BitField(String name, int width, boolean reversed, List<Piece> pieces) {
        this.name = name;
        this.width = width;
        this.reversed = reversed;
        this.pieces = pieces.toArray(Piece[]::new);
        this.low = half(0);
        this.high = half(Long.SIZE);
    }

    private Half half(int begin) {
        Half half = null;
        for (Piece piece : pieces) {
            if (piece.at + piece.width > begin && piece.at < begin + Long.SIZE) {
                int below = Math.max(0, begin - piece.at); // its bits in the other half
                half = new Half(piece.from + below, piece.mask() >>> below, piece.at + below - begin, half);
            }
        }
        return half == null ? new Half(0, 0, 0, null) : half;
    }

    /**
     * The bits of a value in one half of an id: one run of adjacent bits, several or none.
     *
     * @param right how far to shift the value right, so that the run's lowest bit comes last
     * @param left how far to shift the run left after that
     * @param more other runs
     */
    private record Half(
            int right, long mask, int left, @Nullable Half more) {

        long of(long value) {
            long row = ((value >>> right) & mask) << left;
            return more == null ? row : row | more.of(value);
        }
    }

    public String name() {
        return name;
    }

    /** The value's bits, 1 to 64. */
    public int width() {
        return width;
    }

    /** The greatest value, as an unsigned number. */
    public long max() {
        return -1L >>> (64 - width);
    }

    /**
     * Returns the value if it fits this field.
     *
     * @throws IllegalArgumentException if it is outside 0 to {@link #max}
     */
    public long check(long value) {
        if (Long.compareUnsigned(value, max()) > 0) {
            throw new IllegalArgumentException("'" + name + "' holds 0 to " + Long.toUnsignedString(max()) + ", not "
                    + (width == 64 ? Long.toUnsignedString(value) : Long.toString(value)));
        }
        return value;
    }

    /**
     * An id that shows only this value; its other bits are 0.
     *
     * @throws IllegalArgumentException if the value is out of range
     */
    public Word128 place(long value) {
        check(value);
        return new Word128(high(value), low(value));
    }

    /** The lower half of {@link #place}, without checking the range. */
    public long low(long value) {
        return low.of(reversed ? turned(value) : value);
    }

    /** The upper half of {@link #place}, without checking the range. */
    public long high(long value) {
        return high.of(reversed ? turned(value) : value);
    }

    /** Whether it has bits in the upper half of an id. */
    public boolean isInHigh() {
        return high.mask != 0;
    }

    /** Whether it has bits in the lower half of an id. */
    public boolean isInLow() {
        return low.mask != 0;
    }

    /** The field's value in an id. */
    public long read(Word128 id) {
        long bits = 0;
        for (Piece piece : pieces) {
            long part;
            if (piece.at >= 64) {
                part = id.high() >>> (piece.at - 64);
            } else if (piece.at + piece.width > 64) {
                part = id.low() >>> piece.at | id.high() << (64 - piece.at);
            } else {
                part = id.low() >>> piece.at;
            }
            bits |= (part & piece.mask()) << piece.from;
        }
        return turned(bits);
    }

    private long turned(long value) {
        return reversed ? Long.reverse(value) >>> (64 - width) : value;
    }

    @Override
    public String toString() {
        return name + " " + width;
    }
}
