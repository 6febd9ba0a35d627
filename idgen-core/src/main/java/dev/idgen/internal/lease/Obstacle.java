package dev.idgen.internal.lease;

/** Why an instance cannot use a group now. */
public enum Obstacle {
    /** The group has no value, and this instance may not write one before it has looked at the others. */
    MISSING,
    /** A value cannot be read. Only an operator can help, who deletes the whole group. */
    UNREADABLE,
    /** The group's leases have other terms than this instance's. */
    OTHER_TERMS,
    /** The terms were changed, and not yet in all groups, or windows under the earlier ones are open. */
    CHANGING,
    /** Writes may be missing, but the store's clock is far ahead of the time that the asker expects. */
    CLOCK,
    /** Other instances keep writing the same value. */
    CONTENDED
}
