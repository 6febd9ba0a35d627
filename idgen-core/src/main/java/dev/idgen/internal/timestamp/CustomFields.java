package dev.idgen.internal.timestamp;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the fields of a custom scheme: {@code kind:bits}, or {@code name=value:bits} for a constant. Stateless. */
public final class CustomFields {

    private static final Pattern FIELD =
            Pattern.compile("(?<name>[a-z][a-z0-9-]{0,30})(=(?<value>\\d{1,18}))?:(?<bits>\\d{1,2})");

    private CustomFields() {}

    /**
     * Declares a scheme of these fields, most significant first.
     *
     * @throws IllegalArgumentException if a field cannot be read
     */
    public static SchemeBuilder<Long> read(List<String> fields) {
        SchemeBuilder<Long> scheme = Scheme.longs("custom");
        for (String field : fields) {
            Matcher matcher = FIELD.matcher(field.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "the field '" + field + "' is not of the form 'kind:bits' or 'name=value:bits'");
            }
            add(scheme, matcher);
        }
        return scheme;
    }

    private static void add(SchemeBuilder<Long> scheme, Matcher field) {
        String name = field.group("name");
        int bits = Integer.parseInt(field.group("bits"));
        String value = field.group("value");
        if (value != null) {
            scheme.constant(name, bits, Long.parseLong(value));
            return;
        }
        switch (name) {
            case "timestamp" -> scheme.tick(name, bits);
            case "node" -> scheme.node(name, bits);
            case "thread" -> scheme.lane(name, bits);
            case "sequence" -> scheme.sequence(name, bits);
            case "random" -> scheme.entropy(name, bits);
            case "route" -> scheme.route(name, bits);
            default ->
                throw new IllegalArgumentException("the field '" + name
                        + "' is not one of timestamp, node, thread, sequence, random and route,"
                        + " and has no '=value'");
        }
    }
}
