package dev.idgen;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
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
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
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
