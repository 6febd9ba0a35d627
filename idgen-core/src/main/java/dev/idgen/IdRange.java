package dev.idgen;

/**
 * A half-open range of ids.
 *
 * @param from lower bound, inclusive
 * @param to upper bound, exclusive
 * @param <T> the ids' type
 */
public record IdRange<T>(T from, T to) {}
