package dev.idgen.simulation;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.RegisterText;
import java.util.Set;

/** What the texts that instances write mean, as far as a story needs to know. */
final class Values {

    /** The name of a bucket's value. */
    static final String LEASE = "lease";

    private static final Set<String> BORN = Set.of(LEASE, "pool");

    private Values() {}

    /** Whether a value takes a bucket or a pool for new, rather than for lost: it may be leased from at once. */
    static boolean isBirth(Look looked, String name, String next) {
        if (!BORN.contains(name) || looked.value(name) != null) {
            return false;
        }
        RegisterText text = RegisterText.parse(next);
        return name.equals(LEASE)
                ? text.number("entered") <= looked.time()
                : text.number("doubted") == 0 && !text.text("run").equals(Look.NO_RUN);
    }

    /** Whether a value says that something was leased. */
    static boolean isGrant(String next) {
        return next.contains("position=")
                ? !next.contains("position=0 ")
                : next.contains("holder=")
                        && !RegisterText.parse(next).text("holder").isEmpty();
    }
}
