package dev.idgen;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The kind of ids that a generator makes.
 *
 * @param name the scheme's name, for example {@code snowflake}
 * @param domain the values its ids lie in, for people to read
 * @param monotonicity what the order of ids says
 * @param layout the fields of an id with their widths in bits, most significant first, for people to read
 * @param tick how long one value of the timestamp lasts; null if ids carry no time
 * @param capacityPerTick how many ids one instance can issue with the same timestamp; {@link Long#MAX_VALUE} if there is
 *     no limit
 * @param runsOutOn when the timestamp has no more values and the generator ends; null if it never does
 */
public record IdScheme(
        String name,
        String domain,
        Monotonicity monotonicity,
        String layout,
        @Nullable Duration tick,
        long capacityPerTick,
        @Nullable Instant runsOutOn) {}
