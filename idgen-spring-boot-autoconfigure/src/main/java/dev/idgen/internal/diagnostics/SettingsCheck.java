package dev.idgen.internal.diagnostics;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.Environment;

/**
 * Finds properties under {@code idgen} that nothing reads: unknown names, and values in place of a group. Also finds
 * empty values, numbers in place of an instant, and placeholders that nothing sets, which Spring takes for something
 * unintended.
 *
 * <p>Environment variables and system properties may have other purposes: Kubernetes sets {@code IDGEN_PORT} for a
 * service named idgen. Of these, it reports only names that differ from a property in one or two letters.
 */
public final class SettingsCheck {

    private static final Logger log = LoggerFactory.getLogger(SettingsCheck.class);
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
    private static final int MOST_SUGGESTED = 3;
    private static final String UNKNOWN = "is set, but idgen has no such property";

    private final KnownSettings known;
    private final Map<ConfigurationPropertyName, SettingMistake> mistakes = new LinkedHashMap<>();

    private final Environment environment;

    private SettingsCheck(Environment environment, Class<?> properties) {
        this.environment = environment;
        this.known = new KnownSettings(properties);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.forEach(name -> check(source, name));
            }
        }
    }

    /** Returns all mistakes in the property sources that can list their names. */
    static List<SettingMistake> mistakes(Environment environment, Class<?> properties) {
        return List.copyOf(new SettingsCheck(environment, properties).mistakes.values());
    }

    /**
     * Refuses mistakes, and warns about an empty {@code idgen}.
     *
     * @param properties the record that Boot binds properties to
     * @throws InvalidSettingException if there are mistakes; its property and action are those of the first
     */
    public static void check(Environment environment, Class<?> properties) {
        SettingsCheck check = new SettingsCheck(environment, properties);
        Iterator<SettingMistake> mistakes = check.mistakes.values().iterator();
        if (mistakes.hasNext()) {
            SettingMistake first = mistakes.next();
            StringBuilder problem = new StringBuilder(first.problem());
            mistakes.forEachRemaining(other -> problem.append("; ").append(other));
            throw new InvalidSettingException(first.name(), problem.toString(), first.action());
        }
        if ("".equals(environment.getProperty("idgen"))) {
            log.warn("'idgen' is empty. In YAML, indent the lines that belong to it");
        }
    }

    private void check(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property =
                KnownSettings.ROOT.isAncestorOf(name) ? source.getConfigurationProperty(name) : null;
        SettingMistake mistake = property == null || property.getValue() == null ? null : mistake(source, property);
        if (mistake != null) {
            mistakes.putIfAbsent(name, mistake);
        }
    }

    private @Nullable SettingMistake mistake(ConfigurationPropertySource source, ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        Class<?> type = known.type(name);
        if (type != null) {
            return unusable(property, type);
        }
        if (known.isGroup(name)) {
            return valueOfGroup(property);
        }
        return new UnboundElementsSourceFilter().apply(source)
                ? unknown(property, known.suggestions(name))
                : misspelt(property);
    }

    /**
     * Finds empty values, placeholders without a value, and numbers in place of an instant. Spring replaces an empty
     * value with the default, or drops a generator without type. It reads a number as milliseconds, although the user
     * may mean seconds, and an epoch can never change.
     */
    private @Nullable SettingMistake unusable(ConfigurationProperty property, Class<?> type) {
        String value = property.getValue().toString().strip();
        if (value.isEmpty() && type != String.class && type != Collection.class) {
            return new SettingMistake(property, "is empty", "Give it a value, or remove it.");
        }
        if (hasUnsetPlaceholder(value)) {
            return new SettingMistake(
                    property,
                    "has a placeholder that nothing sets",
                    "Set the variable or property between '${' and '}', or add a default, as in '${NAME:default}'.");
        }
        return type == Instant.class && NUMBER.matcher(value).matches()
                ? new SettingMistake(property, "is a number without a unit", "Write it like '2026-01-01T00:00:00Z'.")
                : null;
    }

    /** Spring Boot would take the placeholder for the value. While AOT code is made, secrets may be missing. */
    private boolean hasUnsetPlaceholder(String value) {
        if (!value.contains("${") || Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
            return false;
        }
        try {
            environment.resolveRequiredPlaceholders(value);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private @Nullable SettingMistake valueOfGroup(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        String value = property.getValue().toString();
        boolean generator = KnownSettings.GENERATORS.isParentOf(name);
        if (value.isEmpty()) {
            return !generator
                    ? null
                    : new SettingMistake(
                            property,
                            "has no properties",
                            "Set '" + name + ".type', for example to 'snowflake', or remove it.");
        }
        String last = name.getLastElement(Form.ORIGINAL);
        String action;
        if (generator && known.type(name.append(last)) != null) {
            action = "In YAML, indent '" + last + ":' below the name of its generator.";
        } else {
            action = PropertyNames.parse(GeneratorType.class, value)
                    .filter(type -> generator)
                    .map(type -> "Set '" + name + ".type' to '" + PropertyNames.of(type) + "' instead.")
                    .orElseGet(() -> "Remove the value and set what you mean: " + known.children(name) + ".");
        }
        return new SettingMistake(property, "has a value, but is a group of properties", action);
    }

    /**
     * Finds a misspelt name in a source that other programs use, too. Missing letters at the end do not count:
     * IDGEN_NODE is not a misspelt IDGEN_NODE_ID.
     */
    private @Nullable SettingMistake misspelt(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        List<String> all = known.names(name, any -> true);
        int wrong = all.stream()
                .mapToInt(like -> NearestName.distance(name.toString(), like))
                .min()
                .orElseThrow();
        List<String> hyphenated = known.withHyphens(name);
        int letters = name.toString().replaceAll("[^A-Za-z0-9]", "").length() - "idgen".length();
        if (wrong > 0 && !hyphenated.isEmpty()) {
            return new SettingMistake(
                    property,
                    UNKNOWN,
                    "Did you mean '" + hyphenated.get(0) + "'? The name of a variable cannot have a hyphen: set the"
                            + " property in a file or as an argument.");
        }
        return wrong == 0 || wrong > 2 || letters <= 2 * wrong
                ? null
                : unknown(
                        property,
                        all.stream()
                                .filter(like -> NearestName.distance(name.toString(), like) == wrong)
                                .toList());
    }

    private SettingMistake unknown(ConfigurationProperty property, List<String> suggestions) {
        String list = suggestions.stream()
                .limit(MOST_SUGGESTED)
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(" or "));
        return new SettingMistake(
                property,
                UNKNOWN,
                list.isEmpty()
                        ? "Remove it. " + known.inGroupOf(property.getName())
                        : "Did you mean " + list + "? If not, remove it: nothing reads it.");
    }
}
