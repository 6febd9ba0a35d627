package dev.idgen.internal.lease;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A stored value as fields that an operator can read: {@code run=4f epoch=3 ends=1,2,3,4}. It keeps fields that this
 * version does not know. Immutable.
 *
 * @param fields in the order of the text
 */
public record LeaseText(Map<String, String> fields) {

    /**
     * The greatest number, as a time in the year 10889. No sum of such numbers overflows. If a time near the end of a
     * {@code long} were accepted, the rules would calculate with its overflow.
     */
    static final long MOST = 1L << 48;

    private static final Pattern SEPARATOR = Pattern.compile("[\\s=]");

    /** A text without fields. */
    public static LeaseText empty() {
        return new LeaseText(Map.of());
    }

    /**
     * Reads a stored value.
     *
     * @throws IllegalArgumentException if the string is not a list of fields
     */
    public static LeaseText parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : text.split(" ", -1)) {
            int at = field.indexOf('=');
            if (at < 1 || fields.put(field.substring(0, at), field.substring(at + 1)) != null) {
                throw new IllegalArgumentException("not a list of fields: " + text);
            }
        }
        return new LeaseText(fields);
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    public String text(String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no field " + name);
        }
        return value;
    }

    /**
     * Reads a number of 0 to {@value #MOST}.
     *
     * @throws IllegalArgumentException if the field is missing or anything else
     */
    public long number(String name) {
        return number(name, text(name));
    }

    private static long number(String name, String text) {
        long value = Long.parseLong(text);
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException(name + " is not between 0 and " + MOST);
        }
        return value;
    }

    /** Reads numbers, separated by commas; otherwise like {@link #number}. */
    public List<Long> numbers(String name) {
        List<Long> numbers = new ArrayList<>();
        for (String text : text(name).split(",", -1)) {
            numbers.add(number(name, text));
        }
        return List.copyOf(numbers);
    }

    /** A copy with one field set. White space and {@code =} in the value become {@code _}. */
    public LeaseText with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(fields);
        more.put(name, SEPARATOR.matcher(value.toString()).replaceAll("_"));
        return new LeaseText(more);
    }

    /** A copy with several fields set, see {@link #with}. */
    LeaseText withAll(Map<String, ?> values) {
        LeaseText text = this;
        for (Map.Entry<String, ?> value : values.entrySet()) {
            text = text.with(value.getKey(), value.getValue());
        }
        return text;
    }

    LeaseText without(String name) {
        Map<String, String> rest = new LinkedHashMap<>(fields);
        rest.remove(name);
        return new LeaseText(rest);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        fields.forEach((name, value) ->
                text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(value));
        return text.toString();
    }
}
