package dev.idgen.internal.codec;

import java.util.Arrays;
import java.util.List;

/**
 * One value of a {@link BitLayout}, and where its bits are. Usually they lie side by side; some formats tear a value apart
 * or write it backwards. Immutable and thread-safe.
 */
public final class BitField {

    private static final int NOT_THERE = -1;
    private static final int IN_PIECES = -2;

    private final String name;
    private final int width;
    private final boolean reversed;
    private final Piece[] pieces;

    /** By how much a value is shifted to be a half's bits, where that is all there is to do; else one of those below. */
    private final int lowShift;

    private final int highShift;

    /**
     * Bits {@code [from, from + width)} of the value at bits {@code [at, at + width)} of the id, both counted from the least
     * significant.
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
        this.lowShift = shift(isInLow(), isInHigh(), 0);
        this.highShift = shift(isInHigh(), isInLow(), 64);
    }

    private int shift(boolean here, boolean there, int halfAt) {
        if (!here) {
            return NOT_THERE;
        }
        boolean whole = pieces.length == 1 && pieces[0].from == 0 && pieces[0].width == width;
        return whole && !there && !reversed ? pieces[0].at - halfAt : IN_PIECES;
    }

    public String name() {
        return name;
    }

    /** Bits of the value, 1 to 64. */
    public int width() {
        return width;
    }

    /** Greatest value, as an unsigned number. */
    public long max() {
        return -1L >>> (64 - width);
    }

    /**
     * Returns a value that this field can hold.
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
     * The bits of an id that show a value.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Word128 place(long value) {
        check(value);
        return new Word128(high(value), low(value));
    }

    /** The lower half of {@link #place} for a value that is known to be in range. */
    public long low(long value) {
        if (lowShift != IN_PIECES) {
            return lowShift == NOT_THERE ? 0 : value << lowShift;
        }
        long bits = turned(value);
        long result = 0;
        for (Piece piece : pieces) {
            if (piece.at < 64) {
                result |= ((bits >>> piece.from) & piece.mask()) << piece.at;
            }
        }
        return result;
    }

    /** The upper half of {@link #place} for a value that is known to be in range. */
    public long high(long value) {
        if (highShift != IN_PIECES) {
            return highShift == NOT_THERE ? 0 : value << highShift;
        }
        long bits = turned(value);
        long result = 0;
        for (Piece piece : pieces) {
            if (piece.at + piece.width > 64) {
                long part = (bits >>> piece.from) & piece.mask();
                result |= piece.at >= 64 ? part << (piece.at - 64) : part >>> (64 - piece.at);
            }
        }
        return result;
    }

    /** Whether any of its bits are among the upper 64 of an id. */
    public boolean isInHigh() {
        return Arrays.stream(pieces).anyMatch(piece -> piece.at + piece.width > 64);
    }

    /** Whether any of its bits are among the lower 64 of an id. */
    public boolean isInLow() {
        return Arrays.stream(pieces).anyMatch(piece -> piece.at < 64);
    }

    /** The value in an id. */
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
