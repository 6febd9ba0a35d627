package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.timestamp.SchemePart.Role;
import dev.idgen.internal.timestamp.node.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an id: its fields, what they hold, and their greatest values. {@link StampEncoder} makes ids from it;
 * this class reads them.
 *
 * <p>Immutable and thread-safe.
 */
final class Composition {

    private static final int STAMP_BITS = Long.SIZE - 1;

    private static final int ENOUGH_ENTROPY_BITS = 48;

    /** Each lane is an object, and a caller is refused only after a look at all lanes. */
    private static final int MAX_LANE_BITS = 16;

    private final List<SchemePart> parts;
    private final BitLayout layout;
    private final boolean wraps;
    private final int sequenceBits;
    private final long maxTick;
    private final BitField tick;
    private final Constant[] constants;

    /** A field with the same value in all ids. */
    private record Constant(BitField field, long value) {}

    /**
     * @param parts most significant first
     * @param hiddenSequenceBits the sequence's bits if no field shows it
     * @param wraps whether the timestamp restarts at 0 after its last value
     * @param positive whether the highest of 64 bits is never set
     */
    Composition(List<SchemePart> parts, int hiddenSequenceBits, boolean wraps, boolean positive) {
        this.parts = List.copyOf(parts);
        this.layout = new BitLayout(parts.stream().map(SchemePart::bits).toList());
        this.wraps = wraps;
        checkNames();
        this.constants = constants();
        BitField timestamp = only(Role.TICK);
        if (timestamp == null) {
            throw new IllegalArgumentException("there is no timestamp among the fields: " + layout);
        }
        this.tick = timestamp;
        BitField sequence = only(Role.SEQUENCE);
        BitField lane = only(Role.LANE);
        checkIsOneWord(Role.NODE);
        checkIsOneWord(Role.ENTROPY);
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

    private void checkNames() {
        Map<String, Role> roles = new HashMap<>();
        for (SchemePart part : parts) {
            if (roles.computeIfAbsent(part.name(), name -> part.role()) != part.role()) {
                throw new IllegalArgumentException("field '" + part.name() + "' appears twice: " + layout);
            }
        }
    }

    private Constant[] constants() {
        return parts.stream()
                .filter(part -> part.role() == Role.CONSTANT)
                .map(part -> {
                    BitField field = layout.field(part.name());
                    return new Constant(field, field.check(part.constant()));
                })
                .toArray(Constant[]::new);
    }

    /** Each part with its bits, the lowest of them if a field is split, and {@code ~} if they are reversed. */
    String shape() {
        return parts.stream()
                .map(part -> part.name() + ":" + part.width() + (part.from() > 0 ? "@" + part.from() : "")
                        + (part.reversed() ? "~" : ""))
                .collect(Collectors.joining(","));
    }

    /** The fields of a role, most significant first. */
    List<BitField> fields(Role role) {
        return parts.stream()
                .filter(part -> part.role() == role)
                .map(SchemePart::name)
                .distinct()
                .map(layout::field)
                .toList();
    }

    /** How many bits the fields of a role have together. */
    int width(Role role) {
        return fields(role).stream().mapToInt(BitField::width).sum();
    }

    /** The field of a role that has at most one; null if it has none. */
    @Nullable
    BitField only(Role role) {
        List<BitField> fields = fields(role);
        if (fields.size() > 1) {
            throw new IllegalArgumentException("there can be only one of the fields " + fields);
        }
        return fields.isEmpty() ? null : fields.get(0);
    }

    private void checkIsOneWord(Role role) {
        if (width(role) > Long.SIZE) {
            throw new IllegalArgumentException("the fields " + fields(role) + " have more than 64 bits together");
        }
    }

    /** The timestamp's usable bits: a positive id of 64 bits keeps the timestamp's highest bit clear. */
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

    StampEncoder encoder() {
        return new StampEncoder(this, tick);
    }

    BitField tick() {
        return tick;
    }

    /** The fields other than the timestamp and constants; none if ids show a node id. */
    List<BitField> randomFields() {
        if (nodeBits() > 0) {
            return List.of();
        }
        return Stream.of(Role.LANE, Role.SEQUENCE, Role.ENTROPY, Role.COUNTED_HIGH, Role.COUNTED_LOW)
                .flatMap(role -> fields(role).stream())
                .toList();
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
     * Whether ids of two identities differ even if their stamps are equal. They do if they show a node id, or so many
     * random bits that equal ones are not to be expected.
     */
    boolean tellsIdentitiesApart() {
        return nodeBits() > 0 || tellsEqualNodesApart();
    }

    /**
     * Whether ids of these two identities differ. If a fixed node id is the same in both, only random bits distinguish
     * them.
     */
    boolean tellsApart(Node one, Node other) {
        return (nodeBits() > 0 && one.id() != other.id()) || tellsEqualNodesApart();
    }

    private boolean tellsEqualNodesApart() {
        return only(Role.COUNTED_HIGH) != null || width(Role.ENTROPY) >= ENOUGH_ENTROPY_BITS;
    }

    /** The last usable tick. */
    long maxTick() {
        return maxTick;
    }

    /**
     * The values of an id's fields.
     *
     * @throws IllegalArgumentException if the id has too many bits, or other constants than this scheme
     */
    long[] decompose(Word128 id) {
        long[] values = layout.decompose(id);
        for (Constant constant : constants) {
            long found = constant.field().read(id);
            if (found != constant.value()) {
                throw new IllegalArgumentException(
                        "its " + constant.field().name() + " is " + found + ", not " + constant.value());
            }
        }
        return values;
    }

    /**
     * The tick of an id.
     *
     * @param nowTick of all ticks that a wrapped timestamp may stand for, the latest up to this one is meant
     * @throws ArithmeticException if it exceeds a {@code long}
     */
    long tick(Word128 id, long nowTick) {
        long read = tick.read(id);
        if (read < 0) {
            throw new ArithmeticException("its timestamp " + Long.toUnsignedString(read) + " is beyond all calendars");
        }
        return wraps ? nowTick - ((nowTick - read) & tick.max()) : read;
    }
}
