package dev.idgen.internal.timestamp;

import dev.idgen.Monotonicity;
import dev.idgen.internal.timestamp.SchemePart.Role;
import java.util.List;

/** Derives the order of ids from the order of their parts. Stateless. */
final class Monotonic {

    private Monotonic() {}

    /** Whether ids begin with the whole timestamp, from higher to lower bits; constants may lie between. */
    static boolean beginsWithTick(List<SchemePart> parts) {
        int due = parts.stream()
                .filter(part -> part.role() == Role.TICK)
                .mapToInt(SchemePart::width)
                .sum();
        for (SchemePart part : parts) {
            if (part.role() != Role.CONSTANT) {
                if (part.role() != Role.TICK || part.reversed() || part.from() + part.width() != due) {
                    return false;
                }
                due = part.from();
                if (due == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Ids of one instance grow if they begin with the whole timestamp, then the whole number within the tick, each from
     * higher to lower bits. Constants may lie between, and random bits or a route may follow. A counted random number
     * is itself the number within the tick. If a lane, or a route before that number, follows the whole timestamp, ids
     * are ordered only by time.
     *
     * @param parts most significant first
     * @param wraps whether the timestamp restarts at 0 after its last value
     */
    static Monotonicity of(List<SchemePart> parts, boolean wraps) {
        boolean sequenceToCome = parts.stream().anyMatch(part -> part.role() == Role.SEQUENCE);
        boolean tickToCome = true;
        SchemePart before = null;
        for (SchemePart part : parts) {
            switch (part.role()) {
                case CONSTANT -> {}
                case NODE -> {
                    if (tickToCome) {
                        return Monotonicity.NONE; // another node id would reverse the order
                    }
                }
                case LANE, ROUTE -> {
                    if (part.role() == Role.LANE || tickToCome || sequenceToCome) {
                        return tickToCome || wraps ? Monotonicity.NONE : Monotonicity.BY_TIME;
                    }
                }
                case TICK, SEQUENCE -> {
                    boolean begins = before == null || before.role() != part.role();
                    boolean due = part.role() == Role.TICK ? tickToCome : !tickToCome && sequenceToCome;
                    if (part.reversed() || !due || !(begins || part.continues(before))) {
                        return Monotonicity.NONE;
                    }
                    if (part.from() == 0) {
                        tickToCome &= part.role() != Role.TICK;
                        sequenceToCome &= part.role() != Role.SEQUENCE;
                    }
                    before = part;
                }
                case ENTROPY, COUNTED_HIGH, COUNTED_LOW -> {
                    if (tickToCome || sequenceToCome) {
                        return Monotonicity.NONE;
                    }
                }
            }
        }
        return wraps ? Monotonicity.PERIODIC : Monotonicity.SHARDED;
    }
}
