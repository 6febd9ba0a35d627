package dev.idgen;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The format of a generator's ids.
 *
 * @param name the scheme's name, for example {@code snowflake}
 * @param domain the range of its ids, in words
 * @param monotonicity what the order of ids says
 * @param layout the fields of an id, most significant first. A value that is split has several fields of the same name
 * @param tick how long one value of the timestamp lasts; null if ids carry no time
 * @param capacityPerTick how many ids one instance can issue with the same timestamp; {@link Long#MAX_VALUE} if there
 *     is no limit
 * @param runsOutOn when the last timestamp ends and the generator stops; null if it never does
 */
public record IdScheme(
        String name,
        String domain,
        Monotonicity monotonicity,
        List<Field> layout,
        @Nullable Duration tick,
        long capacityPerTick,
        @Nullable Instant runsOutOn) {

    public IdScheme {
        layout = List.copyOf(layout);
    }

    /** What a field's width counts. */
    public enum Unit {
        BITS,
        DIGITS,
        CHARACTERS
    }

    /**
     * A field of an id.
     *
     * @param name the field's name
     * @param width how many bits, digits or characters it has; the maximum if that varies
     * @param unit what the width counts
     */
    public record Field(String name, int width, Unit unit) {}
}
