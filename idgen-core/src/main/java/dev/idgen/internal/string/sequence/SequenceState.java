package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.StampClock;

/**
 * The objects that the planner shares with those who draw.
 *
 * @param clock that ids are stamped with
 * @param membership this instance's place in its namespace
 * @param ring the buckets and their breakers
 * @param stock leases that numbers are drawn from
 * @param log what is logged about it
 */
record SequenceState(StampClock clock, NamespaceMembership membership, Ring ring, Stock stock, SequenceLog log) {}
