package dev.idgen.internal.ids;

import dev.idgen.IdRange;
import dev.idgen.internal.codec.Word128;
import java.time.Instant;

/** Numbers that can be found by time. Thread-safe. */
public interface TimedSource extends IdSource {

    /**
     * The least number of all ids stamped at an instant or later; only if ids sort by time.
     *
     * @throws IllegalArgumentException if the scheme has no timestamp so late
     */
    Word128 floor(Instant instant);

    /**
     * A number for a given time; all its other bits are random. Only if at least 64 bits can be random.
     *
     * @throws IllegalArgumentException if the scheme has no timestamp for it
     */
    Word128 at(Instant instant);

    /** See {@link dev.idgen.TimeOrderedIds#range(Instant, Instant)}. */
    default <T> IdRange<T> range(Instant from, Instant to, IdType<T> form) {
        if (Argument.given("to", to).isBefore(Argument.given("from", from))) {
            throw new IllegalArgumentException("range ends at " + to + ", before its start " + from);
        }
        Word128 first = floor(from);
        Word128 end = floor(to);
        IdRange<T> range = new IdRange<>(form.of(first.high(), first.low()), form.of(end.high(), end.low()));
        if (!range.from().equals(range.to()) && !range.contains(range.from())) {
            throw new IllegalArgumentException("ids stamped at " + from + " are positive and those stamped at " + to
                    + " are negative: take two ranges, or their text");
        }
        return range;
    }
}
