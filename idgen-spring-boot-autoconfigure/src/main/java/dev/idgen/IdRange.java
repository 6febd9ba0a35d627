package dev.idgen;

/**
 * A half-open range of ids in string order.
 *
 * @param from what every id in the range is not less than
 * @param to what every id in the range is less than
 */
public record IdRange(String from, String to) {}
