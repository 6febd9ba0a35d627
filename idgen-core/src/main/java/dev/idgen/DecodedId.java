package dev.idgen;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an id. Immutable and thread-safe.
 *
 * @param instant when the id was stamped, to the scheme's tick; null if ids carry no time
 * @param parts each part by name, in the order of the layout: a {@code Long}, or a {@code String} such as
 *     {@code business}. Read a number of 64 bits as unsigned
 */
public record DecodedId(@Nullable Instant instant, Map<String, Object> parts) {

    public DecodedId {
        parts = parts instanceof PartValues ? parts : Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /**
     * Parts that are all numbers, stored compactly.
     *
     * @param instant when the id was stamped; null if ids carry no time
     * @param names the parts' names, in the order of the layout; an immutable list is not copied
     * @param numbers one for each name
     * @throws IllegalArgumentException if there are more or fewer numbers than names, or two names are equal
     */
    public static DecodedId of(@Nullable Instant instant, List<String> names, long... numbers) {
        return new DecodedId(instant, new PartValues(names, null, numbers));
    }

    /**
     * A first part that is a string, and other parts that are numbers, stored compactly.
     *
     * @param instant when the id was stamped; null if ids carry no time
     * @param names the parts' names, in the order of the layout; an immutable list is not copied
     * @param text the first part
     * @param numbers one for each other name
     * @throws IllegalArgumentException if there are more or fewer values than names, or two names are equal
     */
    public static DecodedId of(@Nullable Instant instant, List<String> names, String text, long... numbers) {
        return new DecodedId(instant, new PartValues(names, text, numbers));
    }

    /**
     * A part that is a number.
     *
     * @throws IllegalArgumentException if the id has no such part, or the part is a string
     */
    public long number(String part) {
        if (part(part) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(
                "the part '" + part + "' is a string, not a number: call text(\"" + part + "\")");
    }

    /**
     * A part that is a string.
     *
     * @throws IllegalArgumentException if the id has no such part, or the part is a number
     */
    public String text(String part) {
        if (part(part) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(
                "the part '" + part + "' is a number, not a string: call number(\"" + part + "\")");
    }

    private Object part(String name) {
        Object value = parts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no part '" + name + "', only " + parts.keySet());
        }
        return value;
    }
}
