package dev.idgen;

import java.time.Instant;

/**
 * The parts of a string id.
 *
 * @param instant when it was stamped, to the millisecond
 * @param business its business code, 0 to 4 characters
 * @param bucket the bucket its number came from, from 0
 * @param number its number in that bucket, from 0
 */
public record DecodedId(Instant instant, String business, int bucket, int number) {}
