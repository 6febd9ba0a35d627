package dev.idgen;

/**
 * A half-open range of ids in string order.
 *
 * @param from lower bound, inclusive
 * @param to upper bound, exclusive
 */
public record IdRange(String from, String to) {}
