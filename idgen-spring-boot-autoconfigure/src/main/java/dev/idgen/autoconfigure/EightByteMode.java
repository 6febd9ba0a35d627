package dev.idgen.autoconfigure;

import dev.idgen.internal.stamped.Schemes;

/** Values of {@code idgen.generators.<name>.mode} of an {@code eight-byte} generator. */
public enum EightByteMode {
    /** Ids of neighbouring times lie far apart, which spreads the load of a range-sharded store. */
    SPREAD(Schemes.Mode.SPREAD),
    /** Ids sort by time, as unsigned numbers and as text. */
    TIME_SEQUENTIAL(Schemes.Mode.TIME_SEQUENTIAL);

    private final Schemes.Mode mode;

    EightByteMode(Schemes.Mode mode) {
        this.mode = mode;
    }

    Schemes.Mode mode() {
        return mode;
    }
}
