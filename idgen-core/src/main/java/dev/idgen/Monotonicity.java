package dev.idgen;

/** How the order of two ids follows the order of their issue. */
public enum Monotonicity {
    /** Each id is greater than every id issued before it, by whatever instance. */
    FULL,
    /** Each id is greater than those that the same instance issued before; between instances the timestamps decide. */
    SHARDED,
    /** As {@link #SHARDED}, until the timestamp wraps and begins again at 0. */
    PERIODIC,
    /**
     * Ids of different timestamps are in the order of these; among those with the same timestamp the order says
     * nothing.
     */
    BY_TIME,
    /** The order of ids says nothing. */
    NONE
}
