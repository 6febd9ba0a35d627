package dev.idgen;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An id taken apart. Immutable and thread-safe.
 *
 * @param instant when it was stamped, to the scheme's tick; null if it carries no time
 * @param parts each part by name, in the order of the layout: a {@code Long}, or a {@code String} such as
 *     {@code business}. A number of 64 bits is to be read as unsigned
 */
public record DecodedId(@Nullable Instant instant, Map<String, Object> parts) {

    public DecodedId {
        parts = parts instanceof PartValues ? parts : Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /**
     * An id whose parts are numbers, in the least memory.
     *
     * @param instant when it was stamped; null if it carries no time
     * @param names of the parts, in the order of the layout; an immutable list is not copied
     * @param numbers one for each name
     * @throws IllegalArgumentException if there are more or fewer numbers than names, or two names are equal
     */
    public static DecodedId of(@Nullable Instant instant, List<String> names, long... numbers) {
        return new DecodedId(instant, new PartValues(names, null, numbers));
    }

    /**
     * An id whose first part is a text, and whose other parts are numbers, in the least memory.
     *
     * @param instant when it was stamped; null if it carries no time
     * @param names of the parts, in the order of the layout; an immutable list is not copied
     * @param text the first part
     * @param numbers one for each name but the first
     * @throws IllegalArgumentException if there are more or fewer values than names, or two names are equal
     */
    public static DecodedId of(@Nullable Instant instant, List<String> names, String text, long... numbers) {
        return new DecodedId(instant, new PartValues(names, text, numbers));
    }

    /**
     * A part that is a number.
     *
     * @throws IllegalArgumentException if ids of the scheme have no such part, or it is a text
     */
    public long number(String part) {
        if (part(part) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(
                "the part '" + part + "' is a text, not a number: call text(\"" + part + "\")");
    }

    /**
     * A part that is a text.
     *
     * @throws IllegalArgumentException if ids of the scheme have no such part, or it is a number
     */
    public String text(String part) {
        if (part(part) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(
                "the part '" + part + "' is a number, not a text: call number(\"" + part + "\")");
    }

    private Object part(String name) {
        Object value = parts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no part '" + name + "', only " + parts.keySet());
        }
        return value;
    }
}
