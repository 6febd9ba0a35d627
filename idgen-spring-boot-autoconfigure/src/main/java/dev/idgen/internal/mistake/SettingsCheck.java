package dev.idgen.internal.mistake;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Finds properties under {@code idgen} that nothing reads: unknown names, and values in place of a group. Also finds
 * empty values and numbers in place of an instant, which Spring converts to something unintended.
 *
 * <p>Environment variables and system properties may have other purposes: Kubernetes sets {@code IDGEN_PORT} for a
 * service named idgen. Of these, it reports only names that differ from a property in one or two letters.
 */
public final class SettingsCheck {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(SettingName.ROOT);
    private static final ConfigurationPropertyName SPRING = ConfigurationPropertyName.of("spring");

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
    private static final int MOST_SUGGESTED = 3;
    private static final String UNKNOWN = "is set, but idgen has no such property";

    private final KnownSettings known;

    /** @param properties the record that Boot binds properties to */
    public SettingsCheck(Class<?> properties) {
        this.known = new KnownSettings(SettingName.all(properties));
    }

    /**
     * Checks all property sources that can list their names, and warns about lines beside {@code idgen}.
     *
     * @throws SettingMistakesException if it finds anything
     */
    public void check(Environment environment) {
        List<SettingMistake> mistakes = mistakes(environment);
        if (!mistakes.isEmpty()) {
            throw new SettingMistakesException(mistakes);
        }
        MisplacedSettings.warn(environment);
    }

    /** Returns all mistakes, without throwing. */
    public List<SettingMistake> mistakes(Environment environment) {
        Map<ConfigurationPropertyName, SettingMistake> mistakes = new LinkedHashMap<>();
        for (ConfigurationPropertySource source :
                ConfigurationPropertySources.from(((ConfigurableEnvironment) environment).getPropertySources())) {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.forEach(name -> mistake(source, name).ifPresent(mistake -> mistakes.putIfAbsent(name, mistake)));
            }
        }
        return List.copyOf(mistakes.values());
    }

    private Optional<SettingMistake> mistake(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        if (!ROOT.isAncestorOf(name)
                && !(SPRING.isAncestorOf(name) && name.toString().contains(SettingName.ROOT))) {
            return Optional.empty();
        }
        return Optional.ofNullable(source.getConfigurationProperty(name))
                .filter(property -> property.getValue() != null)
                .flatMap(property -> ROOT.isAncestorOf(name) ? mistake(source, property) : tooDeep(property));
    }

    private Optional<SettingMistake> mistake(ConfigurationPropertySource source, ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        Optional<SettingName> set = known.setBy(name);
        if (set.isPresent()) {
            return unusable(property, set.get().type());
        }
        if (known.isGroup(name)) {
            return valueOfGroup(property);
        }
        return new UnboundElementsSourceFilter().apply(source)
                ? Optional.of(unknown(property, known.suggestions(name)))
                : misspelt(property);
    }

    /** Finds a property that is indented too far, so that it is below Spring's properties. */
    private Optional<SettingMistake> tooDeep(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        return IntStream.range(1, name.getNumberOfElements() - 1)
                .mapToObj(name::subName)
                .filter(it -> known.setBy(it).isPresent())
                .findFirst()
                .map(meant -> SettingMistake.of(
                        property,
                        "is set, but idgen's properties must not be below others",
                        "Write '" + meant + "': in YAML, begin the line of 'idgen:' at the left margin."));
    }

    /**
     * Finds empty values and numbers in place of an instant. Spring replaces an empty value with the default, or drops
     * a generator without type. Spring reads a number as milliseconds, although the user may mean seconds, and an epoch
     * can never change.
     */
    private static Optional<SettingMistake> unusable(ConfigurationProperty property, Class<?> type) {
        String value = property.getValue().toString().strip();
        if (value.isEmpty() && type != String.class && type != Collection.class) {
            return Optional.of(SettingMistake.of(property, "is empty", "Give it a value, or remove it."));
        }
        return type == Instant.class && NUMBER.matcher(value).matches()
                ? Optional.of(SettingMistake.of(
                        property, "is a number without a unit", "Write it like '2026-01-01T00:00:00Z'."))
                : Optional.empty();
    }

    private Optional<SettingMistake> valueOfGroup(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        String value = property.getValue().toString();
        boolean generator = KnownSettings.GENERATORS.isParentOf(name);
        if (value.isEmpty()) {
            return generator
                    ? Optional.of(SettingMistake.of(
                            property,
                            "has no properties",
                            "Set '" + name + ".type', for example to 'snowflake', or remove it."))
                    : Optional.empty();
        }
        String last = name.getLastElement(Form.UNIFORM);
        String action;
        if (generator && known.hasPropertyOfGenerators(last)) {
            action = "In YAML, indent '" + name.getLastElement(Form.ORIGINAL) + ":' below the name of its generator.";
        } else {
            action = PropertyNames.parse(GeneratorType.class, value)
                    .filter(type -> generator)
                    .map(type -> "Set '" + name + ".type' to '" + PropertyNames.of(type) + "' instead.")
                    .orElseGet(() -> "Remove the value and set what you mean: " + known.children(name) + ".");
        }
        return Optional.of(SettingMistake.of(property, "has a value, but is a group of properties", action));
    }

    /**
     * Finds a misspelt name in a source that other programs use, too. Missing letters at the end do not count:
     * IDGEN_NODE is not a misspelt IDGEN_NODE_ID.
     */
    private Optional<SettingMistake> misspelt(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        Map<Integer, List<String>> near = known.byDistance(name);
        if (near.containsKey(0)) {
            return Optional.empty();
        }
        List<String> hyphenated = known.withHyphens(name);
        if (!hyphenated.isEmpty()) {
            return Optional.of(SettingMistake.of(
                    property,
                    UNKNOWN,
                    "Did you mean '" + hyphenated.get(0) + "'? The name of a variable cannot have a hyphen: set the"
                            + " property in a file or as an argument."));
        }
        int letters = name.toString().replaceAll("[^A-Za-z0-9]", "").length() - SettingName.ROOT.length();
        return near.entrySet().stream()
                .filter(it -> it.getKey() <= 2 && letters > 2 * it.getKey())
                .min(Map.Entry.comparingByKey())
                .map(it -> unknown(property, it.getValue()));
    }

    private SettingMistake unknown(ConfigurationProperty property, List<String> suggestions) {
        String list = suggestions.stream()
                .distinct()
                .limit(MOST_SUGGESTED)
                .map(it -> "'" + it + "'")
                .collect(Collectors.joining(" or "));
        return SettingMistake.of(
                property,
                UNKNOWN,
                list.isEmpty()
                        ? "Remove it. " + known.inGroupOf(property.getName())
                        : "Did you mean " + list + "? If not, remove it: nothing reads it.");
    }
}
