package dev.idgen.internal.stamped.node;

/**
 * What the planner and those who stamp share.
 *
 * @param clock that ids are stamped with
 * @param current the node id, if there is one, and those who wait for it
 * @param log what is logged about it
 */
record NodeState(LeaseClock clock, CurrentNode current, NodeLog log) {}
