package dev.idgen.simulation;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Keeps a story within what is assumed: after a total loss, an instance that holds leases asks before one that starts has looked
 * twice. So there is no birth from looks at what was lost.
 */
final class Witnesses {

    /** Longer than a look is good for a swap, by a clock that may be set. */
    private static final long AS_LONG_AS_LOOKS_ARE_USED = 2 * Register.SWAP_LIMIT_MILLIS;

    private final BooleanSupplier isAnyThere;
    private final LongSupplier time;
    private boolean used;
    private boolean lost;
    private long restored;

    /** @param isAnyThere whether there is a value of any bucket */
    Witnesses(BooleanSupplier isAnyThere, LongSupplier time) {
        this.isAnyThere = isAnyThere;
        this.time = time;
    }

    /** To be asked after all that may lose values, and before all that may make them. */
    void look() {
        boolean there = isAnyThere.getAsBoolean();
        if (lost && there) {
            lost = false;
            restored = time.getAsLong();
        } else if (used && !there) {
            lost = true;
        }
    }

    /** Numbers were granted. */
    void used() {
        used = true;
    }

    /** Whether a value takes a bucket for new, rather than for lost: it may be leased from at once. */
    static boolean isBirth(Look looked, String name, String next) {
        return name.equals("lease")
                && looked.value(name) == null
                && RegisterText.parse(next).number("entered") <= looked.time();
    }

    /** Whether a value says that numbers were granted. */
    static boolean isGrant(String next) {
        return next.contains("position=") && !next.contains("position=0 ");
    }

    /** Whether a bucket may be taken for new. */
    boolean admitBirth() {
        look();
        return !lost && time.getAsLong() - restored >= AS_LONG_AS_LOOKS_ARE_USED;
    }
}
