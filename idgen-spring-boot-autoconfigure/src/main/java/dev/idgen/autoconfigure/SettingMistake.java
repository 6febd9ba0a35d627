package dev.idgen.autoconfigure;

import dev.idgen.internal.codec.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * A property that idgen cannot use.
 *
 * @param name of the property
 * @param set the property, if it is set
 * @param problem what is wrong, as the end of a sentence that begins with the property
 * @param action what to do, as sentences
 */
record SettingMistake(String name, @Nullable ConfigurationProperty set, String problem, String action) {

    SettingMistake(ConfigurationProperty set, String problem, String action) {
        this(set.getName().toString(), set, problem, action);
    }

    /** Describes all mistakes in one analysis. */
    static FailureAnalysis analysis(List<SettingMistake> mistakes, Throwable cause) {
        String description = mistakes.stream()
                .map(mistake -> "The property " + mistake + "." + mistake.shown())
                .collect(Collectors.joining("\n\n"));
        String action = mistakes.stream()
                .map(mistake -> (mistakes.size() == 1 ? "" : mistake.name() + ": ") + mistake.action())
                .collect(Collectors.joining("\n"));
        return new FailureAnalysis(description, action, cause);
    }

    private String shown() {
        if (set == null) {
            return "";
        }
        String origin = set.getOrigin() == null ? "" : "\n    Origin: " + set.getOrigin();
        return "\n\n    Value: \"" + (isSecret(name) ? "******" : set.getValue()) + "\"" + origin;
    }

    /** Also true for a misspelt name of a key, and for a URL, which may include a password. */
    private static boolean isSecret(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Stream.of("key", "mask", "secret", "password", "token", "url", "uri")
                        .anyMatch(last::contains)
                || NearestName.distance(last, "scramble-key") <= 2;
    }

    @Override
    public String toString() {
        return "'" + name + "' " + problem;
    }
}
