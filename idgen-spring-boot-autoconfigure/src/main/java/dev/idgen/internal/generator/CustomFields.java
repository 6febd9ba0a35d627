package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.SchemeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the fields of a custom scheme: {@code kind:bits}, or {@code name=value:bits} for a constant. */
final class CustomFields {

    private static final Pattern FIELD =
            Pattern.compile("(?<name>[a-z][a-z0-9-]{0,30})(=(?<value>\\d{1,18}))?:(?<bits>\\d{1,2})");

    private final GeneratorEntry entry;

    private CustomFields(GeneratorEntry entry) {
        this.entry = entry;
    }

    static Scheme<Long> scheme(GeneratorEntry entry) {
        List<String> fields = entry.properties().fields();
        if (fields == null || fields.isEmpty()) {
            throw entry.wrong(
                    TypeSetting.FIELDS,
                    "is not set",
                    "Set '" + entry.prefix() + ".fields', for example to 'timestamp:41, node:10, sequence:12'.");
        }
        return new CustomFields(entry).read(fields);
    }

    private Scheme<Long> read(List<String> fields) {
        Duration tick = Objects.requireNonNullElse(entry.properties().tick(), Duration.ofMillis(1));
        Instant epoch = Objects.requireNonNullElse(entry.properties().epoch(), Instant.EPOCH);
        SchemeBuilder<Long> scheme = Scheme.longs("custom").epoch(epoch).every(tick);
        for (String field : fields) {
            Matcher matcher = FIELD.matcher(field.strip());
            if (!matcher.matches()) {
                throw wrong("has the field '" + field + "', which is not of the form 'kind:bits' or 'name=value:bits'");
            }
            add(scheme, matcher);
        }
        return scheme.build();
    }

    private void add(SchemeBuilder<Long> scheme, Matcher field) {
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
            default ->
                throw wrong("has the field '" + name
                        + "', which is not one of timestamp, node, thread, sequence and random,"
                        + " and has no '=value'");
        }
    }

    private InvalidSettingException wrong(String problem) {
        return entry.wrong(
                TypeSetting.FIELDS,
                problem,
                "Write '" + entry.prefix() + ".fields' like 'timestamp:41, region=3:4, node:6, sequence:12'.");
    }
}
