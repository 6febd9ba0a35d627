package dev.idgen;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an id.
 *
 * @param instant when it was stamped, to the scheme's tick; null if it carries no time
 * @param values the value of each part by name, in the order of the layout. A part of 64 bits is to be read as unsigned
 */
public record IdParts(@Nullable Instant instant, Map<String, Long> values) {

    public IdParts {
        values = values instanceof PartValues ? values : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * The parts of an id, in the least memory.
     *
     * @param instant when it was stamped; null if it carries no time
     * @param names of the parts, in the order of the layout; an immutable list is not copied
     * @param values one for each name
     * @throws IllegalArgumentException if there are more or fewer values than names, or two names are equal
     */
    public static IdParts of(@Nullable Instant instant, List<String> names, long... values) {
        return new IdParts(instant, new PartValues(names, values));
    }

    /**
     * The value of one part.
     *
     * @throws IllegalArgumentException if ids of the scheme have no such part
     */
    public long value(String part) {
        Long value = values.get(part);
        if (value == null) {
            throw new IllegalArgumentException("there is no part '" + part + "', only " + values.keySet());
        }
        return value;
    }
}
