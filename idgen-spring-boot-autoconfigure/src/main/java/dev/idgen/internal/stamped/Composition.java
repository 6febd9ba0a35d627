package dev.idgen.internal.stamped;

import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.stamped.SchemePart.Role;
import dev.idgen.internal.stamped.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an id is put together: from a stamp of tick and number, see {@link dev.idgen.internal.stamped.TickSequence}, from the bits that all
 * ids of one node id share, and from entropy.
 *
 * <p>Immutable and thread-safe.
 */
final class Composition {

    private static final int STAMP_BITS = Long.SIZE - 1;

    private static final int ENOUGH_ENTROPY_BITS = 48;

    /** Each lane is an object of its own, and all are looked at before a caller is refused. */
    private static final int MAX_LANE_BITS = 16;

    private final List<SchemePart> parts;
    private final BitLayout layout;
    private final boolean wraps;
    private final int sequenceBits;
    private final long maxTick;
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

    /**
     * @param parts most significant first
     * @param hiddenSequenceBits bits of a number that no field shows
     * @param wraps whether the timestamp begins again after its last value
     * @param positive whether the highest of 64 bits is never set
     */
    Composition(List<SchemePart> parts, int hiddenSequenceBits, boolean wraps, boolean positive) {
        this.parts = List.copyOf(parts);
        this.layout = layout(parts);
        this.wraps = wraps;
        checkNames();
        checkConstants();
        BitField timestamp = only(Role.TICK);
        if (timestamp == null) {
            throw new IllegalArgumentException("there is no timestamp among the fields: " + layout);
        }
        this.tick = timestamp;
        this.sequence = only(Role.SEQUENCE);
        this.lane = only(Role.LANE);
        this.node = shares(Role.NODE);
        List<Share> entropy = shares(Role.ENTROPY);
        this.entropyLow =
                entropy.stream().filter(share -> share.field().isInLow()).toArray(Share[]::new);
        this.entropyHigh =
                entropy.stream().filter(share -> share.field().isInHigh()).toArray(Share[]::new);
        this.entropyBits = width(Role.ENTROPY);
        this.countedHigh = only(Role.COUNTED_HIGH);
        this.countedLow = only(Role.COUNTED_LOW);
        this.sequenceBits = sequence == null ? hiddenSequenceBits : sequence.width();
        if (sequenceBits >= STAMP_BITS) {
            throw new IllegalArgumentException("the sequence leaves no bits for the timestamp: " + layout);
        }
        int shownBits = tickBits(positive);
        if (positive && wraps && layout.bits() >= Long.SIZE) {
            throw new IllegalArgumentException(
                    "positive ids whose timestamp wraps have at most 63 bits, unlike: " + layout);
        }
        if (lane != null && lane.width() > MAX_LANE_BITS) {
            throw new IllegalArgumentException(
                    "'" + lane.name() + "' has 1 to " + MAX_LANE_BITS + " bits, not " + lane.width());
        }
        int tickBits = wraps ? STAMP_BITS : shownBits;
        this.maxTick = (1L << Math.min(tickBits, STAMP_BITS - sequenceBits)) - 1;
    }

    private static BitLayout layout(List<SchemePart> parts) {
        BitLayout.Builder builder = BitLayout.builder();
        for (SchemePart part : parts) {
            if (part.reversed()) {
                builder.reversed(part.name(), part.width());
            } else {
                builder.slice(part.name(), part.width(), part.from());
            }
        }
        return builder.build();
    }

    private void checkNames() {
        Map<String, Role> roles = new HashMap<>();
        for (SchemePart part : parts) {
            if (roles.computeIfAbsent(part.name(), name -> part.role()) != part.role()) {
                throw new IllegalArgumentException("field '" + part.name() + "' is there twice: " + layout);
            }
        }
    }

    private void checkConstants() {
        for (SchemePart part : parts) {
            if (part.role() == Role.CONSTANT) {
                layout.field(part.name()).check(part.constant());
            }
        }
    }

    private List<BitField> fields(Role role) {
        return parts.stream()
                .filter(part -> part.role() == role)
                .map(SchemePart::name)
                .distinct()
                .map(layout::field)
                .toList();
    }

    private int width(Role role) {
        return fields(role).stream().mapToInt(BitField::width).sum();
    }

    private @Nullable BitField only(Role role) {
        List<BitField> fields = fields(role);
        if (fields.size() > 1) {
            throw new IllegalArgumentException("there can be only one of the fields " + fields);
        }
        return fields.isEmpty() ? null : fields.get(0);
    }

    private List<Share> shares(Role role) {
        int shift = width(role);
        if (shift > Long.SIZE) {
            throw new IllegalArgumentException("the fields " + fields(role) + " have more than 64 bits together");
        }
        List<Share> shares = new ArrayList<>();
        for (BitField field : fields(role)) {
            shift -= field.width();
            shares.add(new Share(field, shift));
        }
        return List.copyOf(shares);
    }

    /** A positive id of 64 bits keeps the highest bit of its timestamp clear. */
    private int tickBits(boolean positive) {
        if (!positive || layout.bits() < Long.SIZE) {
            return tick.width();
        }
        SchemePart first = parts.get(0);
        boolean isHighest =
                first.role() == Role.TICK && !first.reversed() && first.from() + first.width() == tick.width();
        if (layout.bits() > Long.SIZE || !isHighest) {
            throw new IllegalArgumentException(
                    "positive ids have at most 63 bits, or 64 that begin with the timestamp, unlike: " + layout);
        }
        return tick.width() - 1;
    }

    List<SchemePart> parts() {
        return parts;
    }

    BitLayout layout() {
        return layout;
    }

    boolean wraps() {
        return wraps;
    }

    int sequenceBits() {
        return sequenceBits;
    }

    int laneBits() {
        return width(Role.LANE);
    }

    int nodeBits() {
        return width(Role.NODE);
    }

    /**
     * Whether ids of two identities differ though their stamps are equal: they show a node id, or so many random bits that
     * equal ones are not to be expected.
     */
    boolean tellsIdentitiesApart() {
        return !node.isEmpty() || tellsEqualNodesApart();
    }

    /** Whether that holds for two identities. They may have one node id: one that is given is the same each time it is taken. */
    boolean tellsApart(Node one, Node other) {
        return (!node.isEmpty() && one.id() != other.id()) || tellsEqualNodesApart();
    }

    private boolean tellsEqualNodesApart() {
        return countedHigh != null || entropyBits >= ENOUGH_ENTROPY_BITS;
    }

    /** The last tick that can be used. */
    long maxTick() {
        return maxTick;
    }

    /**
     * The bits that all ids of a node id and lane have in common.
     *
     * @throws IllegalArgumentException if ids show node ids, but none as great as this one
     */
    Word128 fixed(long nodeId, int laneIndex) {
        int nodeBits = nodeBits();
        if (nodeBits > 0 && nodeBits < Long.SIZE && nodeId >>> nodeBits != 0) {
            throw new IllegalArgumentException("a node id of " + nodeBits + " bits is 0 to " + ((1L << nodeBits) - 1)
                    + ", not " + Long.toUnsignedString(nodeId));
        }
        Word128 bits = lane == null ? Word128.ZERO : lane.place(laneIndex);
        for (Share share : node) {
            bits = bits.or(share.field().place(share.of(nodeId)));
        }
        for (SchemePart part : parts) {
            if (part.role() == Role.CONSTANT) {
                bits = bits.or(layout.field(part.name()).place(part.constant()));
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

    /**
     * The values of an id's fields.
     *
     * @throws IllegalArgumentException if the id has too many bits, or other constants than this scheme
     */
    Map<String, Long> decompose(Word128 id) {
        Map<String, Long> values = layout.decompose(id);
        for (SchemePart part : parts) {
            if (part.role() == Role.CONSTANT) {
                long found = layout.field(part.name()).read(id);
                if (found != part.constant()) {
                    throw new IllegalArgumentException(
                            "its " + part.name() + " is " + found + ", not " + part.constant());
                }
            }
        }
        return values;
    }

    /**
     * The tick of an id.
     *
     * @param now of all ticks that a wrapping timestamp may stand for, the latest by this one is taken
     * @throws ArithmeticException if it is greater than a {@code long}
     */
    long tick(Word128 id, long now) {
        long read = tick.read(id);
        if (read < 0) {
            throw new ArithmeticException("its timestamp " + Long.toUnsignedString(read) + " is beyond all calendars");
        }
        return wraps ? now - ((now - read) & tick.max()) : read;
    }
}
