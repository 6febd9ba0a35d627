package dev.idgen.internal.mistake;

import dev.idgen.internal.codec.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;

/**
 * A property that idgen cannot use.
 *
 * @param property its name
 * @param value its value, or asterisks if it may be a secret
 * @param origin where it is set, if known
 * @param problem what is wrong, as the end of a sentence that begins with the property
 * @param action what to do, as sentences
 */
public record SettingMistake(
        String property, String value, @Nullable Origin origin, String problem, String action) {

    public static SettingMistake of(ConfigurationProperty property, String problem, String action) {
        String name = property.getName().toString();
        String value = isSecret(name) ? "******" : String.valueOf(property.getValue());
        return new SettingMistake(name, value, property.getOrigin(), problem, action);
    }

    /** Also true for a misspelt name of a key, and for a URL, which may include a password. */
    private static boolean isSecret(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Stream.of("key", "mask", "secret", "password", "token", "url", "uri")
                        .anyMatch(last::contains)
                || NearestName.distance(last, "scramble-key") <= 2;
    }

    /** Describes all mistakes in one analysis. */
    public static FailureAnalysis analysis(List<SettingMistake> mistakes, Throwable cause) {
        String description = mistakes.stream().map(SettingMistake::described).collect(Collectors.joining("\n\n"));
        String action = mistakes.size() == 1
                ? mistakes.get(0).action()
                : mistakes.stream()
                        .map(it -> it.property() + ": " + it.action())
                        .collect(Collectors.joining("\n"));
        return new FailureAnalysis(description, action, cause);
    }

    private String described() {
        String where = origin == null ? "" : "\n    Origin: " + origin;
        return "The property '" + property + "' " + problem + ".\n\n    Value: \"" + value + "\"" + where;
    }

    @Override
    public String toString() {
        String where = origin == null ? "" : " (" + origin + ")";
        return "'" + property + "'" + where + " " + problem;
    }
}
