package dev.idgen.internal.diagnostics;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.ClassUtils;

/**
 * A property that idgen cannot use.
 *
 * @param name of the property
 * @param set the property, if it is set
 * @param problem what is wrong, as the end of a sentence that begins with the property
 * @param action what to do, as sentences
 */
record SettingMistake(String name, @Nullable ConfigurationProperty set, String problem, String action) {

    /** The allowed values of a property, by its type. */
    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Duration.class, "a number with one of the units ns, us, ms, s, m, h, d, such as 500ms",
            Instant.class, "a moment such as 2026-01-01T00:00:00Z",
            ZoneId.class, "a zone such as UTC, UTC+01:00 or Asia/Tokyo",
            Boolean.class, "true or false",
            Integer.class, "a whole number up to " + Integer.MAX_VALUE,
            Long.class, "a whole number up to " + Long.MAX_VALUE);

    SettingMistake(ConfigurationProperty set, String problem, String action) {
        this(set.getName().toString(), set, problem, action);
    }

    /** Describes all mistakes in one analysis. */
    static FailureAnalysis analysis(List<SettingMistake> mistakes, Throwable cause) {
        String description = mistakes.stream()
                .map(mistake -> "The property " + mistake + "." + shown(mistake.name(), mistake.set()))
                .collect(Collectors.joining("\n\n"));
        String action = mistakes.stream()
                .map(mistake -> (mistakes.size() == 1 ? "" : mistake.name() + ": ") + mistake.action())
                .collect(Collectors.joining("\n"));
        return new FailureAnalysis(description, action, cause);
    }

    /** Describes a mistake that a check of values has found. */
    static FailureAnalysis analysis(InvalidSettingException cause, @Nullable ConfigurationProperty set) {
        return new FailureAnalysis(
                "The property " + cause.getMessage() + "." + shown(cause.property(), set), cause.action(), cause);
    }

    /** A value that is not of the property's type; null if the type is not known here. */
    static @Nullable SettingMistake ofType(BindException cause) {
        ConfigurationProperty property = cause.getProperty();
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(
                cause.getTarget().getType().resolve(Object.class));
        String expected = type.isEnum() ? "one of " + String.join(", ", names(type)) : EXPECTED.get(type);
        if (property == null || property.getValue() == null || expected == null) {
            return null;
        }
        return new SettingMistake(
                property,
                "has a value that is not " + (type.isEnum() ? "allowed" : expected),
                "Set '" + property.getName() + "' to " + expected + "."
                        + meant(type, property.getValue().toString()));
    }

    /** Spells constants as the documentation does: {@code js-safe} rather than {@code JS_SAFE}. */
    @SuppressWarnings("unchecked")
    private static List<String> names(Class<?> type) {
        return PropertyNames.all((Class<? extends Enum<?>>) type);
    }

    private static String meant(Class<?> type, String value) {
        Collection<String> possible =
                type.isEnum() ? names(type) : type == ZoneId.class ? ZoneId.getAvailableZoneIds() : List.of();
        String meant = NearestName.question(value, possible);
        return meant.isEmpty() && possible.contains("jdbc")
                ? " 'jdbc' is a database such as MySQL or PostgreSQL."
                : meant;
    }

    private static String shown(String name, @Nullable ConfigurationProperty set) {
        if (set == null) {
            return "";
        }
        String origin = set.getOrigin() == null ? "" : "\n    Origin: " + set.getOrigin();
        return "\n\n    Value: \"" + (isSecret(name) ? "******" : set.getValue()) + "\"" + origin;
    }

    /** Also true for a misspelt name of a key, and for a URL, which may include a password. */
    private static boolean isSecret(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1)
                .replaceFirst("\\[.*", "")
                .toLowerCase(Locale.ROOT);
        return Stream.of("key", "mask", "secret", "password", "token", "url", "uri")
                        .anyMatch(last::contains)
                || NearestName.distance(last, "scramble-key") <= 2
                || (NearestName.distance(last, "mask") <= 2 && !last.equals("max"));
    }

    @Override
    public String toString() {
        return "'" + name + "' " + problem;
    }
}
