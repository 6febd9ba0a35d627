package dev.idgen.internal.stamped;

import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.stamped.SchemePart.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the bits of ids: from a stamp of tick and number, see {@link TickSequence}, from the bits that all ids of one node id share,
 * and from entropy.
 *
 * <p>Immutable and thread-safe.
 */
final class StampEncoder {

    private final Composition composition;
    private final int sequenceBits;
    private final boolean wraps;
    private final BitField tick;
    private final @Nullable BitField sequence;
    private final @Nullable BitField lane;
    private final List<Share> node;
    private final Share[] entropyLow;
    private final Share[] entropyHigh;
    private final int entropyBits;
    private final @Nullable BitField countedHigh;
    private final @Nullable BitField countedLow;

    /** A field's share of a value that several fields show. */
    private record Share(BitField field, int shift) {

        long of(long value) {
            return (value >>> shift) & field.max();
        }
    }

    StampEncoder(Composition composition, BitField tick) {
        this.composition = composition;
        this.sequenceBits = composition.sequenceBits();
        this.wraps = composition.wraps();
        this.tick = tick;
        this.sequence = composition.only(Role.SEQUENCE);
        this.lane = composition.only(Role.LANE);
        this.node = shares(Role.NODE);
        List<Share> entropy = shares(Role.ENTROPY);
        this.entropyLow =
                entropy.stream().filter(share -> share.field().isInLow()).toArray(Share[]::new);
        this.entropyHigh =
                entropy.stream().filter(share -> share.field().isInHigh()).toArray(Share[]::new);
        this.entropyBits = composition.width(Role.ENTROPY);
        this.countedHigh = composition.only(Role.COUNTED_HIGH);
        this.countedLow = composition.only(Role.COUNTED_LOW);
    }

    private List<Share> shares(Role role) {
        int shift = composition.width(role);
        List<Share> shares = new ArrayList<>();
        for (BitField field : composition.fields(role)) {
            shift -= field.width();
            shares.add(new Share(field, shift));
        }
        return List.copyOf(shares);
    }

    /**
     * The bits that all ids of a node id and lane have in common.
     *
     * @throws IllegalArgumentException if ids show node ids, but none as great as this one
     */
    Word128 fixed(long nodeId, int laneIndex) {
        int nodeBits = composition.nodeBits();
        if (nodeBits > 0 && nodeBits < Long.SIZE && nodeId >>> nodeBits != 0) {
            throw new IllegalArgumentException("a node id of " + nodeBits + " bits is 0 to " + ((1L << nodeBits) - 1)
                    + ", not " + Long.toUnsignedString(nodeId));
        }
        Word128 bits = lane == null ? Word128.ZERO : lane.place(laneIndex);
        for (Share share : node) {
            bits = bits.or(share.field().place(share.of(nodeId)));
        }
        for (SchemePart part : composition.parts()) {
            if (part.role() == Role.CONSTANT) {
                bits = bits.or(composition.layout().field(part.name()).place(part.constant()));
            }
        }
        return bits;
    }

    /**
     * The id of a stamp.
     *
     * @param stamp {@code tick << sequenceBits | number}
     * @throws ArithmeticException if a counted random number has no next one
     */
    Word128 id(Word128 fixed, long stamp, StampEntropy entropy) {
        long random = random(stamp, entropy);
        Word128 counted = counted(stamp, entropy);
        return new Word128(high(fixed, stamp, random, counted), low(fixed, stamp, random, counted));
    }

    /** The lower 64 bits of the id of a stamp. */
    long low(Word128 fixed, long stamp, StampEntropy entropy) {
        return low(fixed, stamp, random(stamp, entropy), counted(stamp, entropy));
    }

    private long low(Word128 fixed, long stamp, long random, Word128 counted) {
        long bits = fixed.low() | tick.low(shown(stamp));
        if (sequence != null) {
            bits |= sequence.low(number(stamp));
        }
        for (Share share : entropyLow) {
            bits |= share.field().low(share.of(random));
        }
        if (countedHigh != null && countedLow != null) {
            bits |= countedHigh.low(counted.high()) | countedLow.low(counted.low());
        }
        return bits;
    }

    private long high(Word128 fixed, long stamp, long random, Word128 counted) {
        long bits = fixed.high() | tick.high(shown(stamp));
        if (sequence != null) {
            bits |= sequence.high(number(stamp));
        }
        for (Share share : entropyHigh) {
            bits |= share.field().high(share.of(random));
        }
        if (countedHigh != null && countedLow != null) {
            bits |= countedHigh.high(counted.high()) | countedLow.high(counted.low());
        }
        return bits;
    }

    private long shown(long stamp) {
        long full = stamp >>> sequenceBits;
        return wraps ? full & tick.max() : full;
    }

    private long number(long stamp) {
        return stamp & ((1L << sequenceBits) - 1);
    }

    private long random(long stamp, StampEntropy entropy) {
        return entropyBits == 0 ? 0 : entropy.ofStamp(stamp) >>> (Long.SIZE - entropyBits);
    }

    private Word128 counted(long stamp, StampEntropy entropy) {
        if (countedHigh == null) {
            return Word128.ZERO;
        }
        Word128 begin = entropy.ofTick(stamp >>> sequenceBits);
        long maxHigh = countedHigh.max();
        return plus(new Word128(begin.high() & maxHigh, begin.low()), number(stamp), maxHigh);
    }

    /**
     * A number that comes some steps after another.
     *
     * @param maxHigh greatest upper part
     * @throws ArithmeticException if there is no such number
     */
    static Word128 plus(Word128 number, long steps, long maxHigh) {
        long low = number.low() + steps;
        long high = number.high() + (Long.compareUnsigned(low, steps) < 0 ? 1 : 0);
        if (high > maxHigh) {
            throw new ArithmeticException("the random part has reached its greatest value");
        }
        return new Word128(high, low);
    }
}
