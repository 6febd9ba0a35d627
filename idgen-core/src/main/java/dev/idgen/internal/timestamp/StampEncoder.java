package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.timestamp.SchemePart.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the bits of ids from a stamp, the bits that all ids of one node id share, and entropy. A stamp is a tick and a
 * number, see {@link TickSequence}.
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
     * The bits that all ids of a node id and lane share.
     *
     * @throws IllegalArgumentException if ids show node ids and this one has too many bits
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
     * @throws ArithmeticException if a counted random number exceeds its bits
     */
    // The words stay locals until the form takes them: an object that two branches may create would be allocated.
    <T> T id(Word128 fixed, long stamp, StampEntropy entropy, IdType<T> form) {
        long random = random(stamp, entropy);
        long high = high(fixed, stamp, random);
        long low = low(fixed, stamp, random);
        if (countedHigh != null && countedLow != null) {
            Word128 begin = entropy.ofTick(stamp >>> sequenceBits);
            long number = number(stamp);
            long upper = highAfter(begin.high() & countedHigh.max(), begin.low(), number, countedHigh.max());
            long lower = begin.low() + number;
            high |= countedHigh.high(upper) | countedLow.high(lower);
            low |= countedHigh.low(upper) | countedLow.low(lower);
        }
        return form.of(high, low);
    }

    /** The lower 64 bits of a stamp's id. */
    long low(Word128 fixed, long stamp, StampEntropy entropy) {
        return countedLow == null ? low(fixed, stamp, random(stamp, entropy)) : id(fixed, stamp, entropy, IdType.LONG);
    }

    private long low(Word128 fixed, long stamp, long random) {
        long bits = fixed.low() | tick.low(shown(stamp));
        if (sequence != null) {
            bits |= sequence.low(number(stamp));
        }
        for (Share share : entropyLow) {
            bits |= share.field().low(share.of(random));
        }
        return bits;
    }

    private long high(Word128 fixed, long stamp, long random) {
        long bits = fixed.high() | tick.high(shown(stamp));
        if (sequence != null) {
            bits |= sequence.high(number(stamp));
        }
        for (Share share : entropyHigh) {
            bits |= share.field().high(share.of(random));
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

    /**
     * The upper word of a number some steps after another. The lower word is the sum of low and steps.
     *
     * @param maxHigh the greatest upper word
     * @throws ArithmeticException if that number has a greater upper word
     */
    static long highAfter(long high, long low, long steps, long maxHigh) {
        long next = high + (Long.compareUnsigned(low + steps, steps) < 0 ? 1 : 0);
        if (next > maxHigh) {
            throw new ArithmeticException("the random part has reached its greatest value");
        }
        return next;
    }
}
