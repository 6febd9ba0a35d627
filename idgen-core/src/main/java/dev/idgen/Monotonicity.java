package dev.idgen;

/** What the order of two ids says about the order of their issue. */
public enum Monotonicity {
    /** Each id is greater than every id that any instance issued before. */
    FULL,
    /**
     * Each id is greater than all ids that the same instance issued before, until it takes another random node id
     * because the clock was set back. Across instances, the timestamps decide.
     */
    SHARDED,
    /** Like {@link #SHARDED}, until the timestamp wraps to 0. */
    PERIODIC,
    /** Ids sort by timestamp. The order of ids with the same timestamp says nothing. */
    BY_TIME,
    /** The order of ids says nothing. */
    NONE
}
