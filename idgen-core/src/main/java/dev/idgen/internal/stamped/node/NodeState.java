package dev.idgen.internal.stamped.node;

/**
 * The objects that the planner shares with those who stamp.
 *
 * @param clock that ids are stamped with
 * @param current the node id, if there is one, and those who wait for it
 * @param log what is logged about it
 */
record NodeState(LeaseClock clock, CurrentNode current, NodeLog log) {}
