package dev.idgen.internal.mistake;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * Finds properties under {@code idgen} that nothing would read: names that are not known, and values where a group of
 * properties belongs. It also finds empty values and numbers for moments, because Spring converts them into something
 * unintended.
 *
 * <p>Environment variables and system properties are set for other reasons, too (Kubernetes sets {@code IDGEN_PORT}
 * where a service is named idgen), so of these only a name that is a letter or two away from a known one counts.
 */
public final class SettingsCheck {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(SettingName.ROOT);
    private static final ConfigurationPropertyName SPRING = ConfigurationPropertyName.of("spring");
    private static final ConfigurationPropertyName SEQUENCE = ConfigurationPropertyName.of("idgen.sequence");

    /** Properties of {@code idgen.sequence} in earlier versions. */
    private static final Set<String> REMOVED = Set.of("minstock", "maxstock");

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
    private static final int MOST_SUGGESTED = 3;
    private static final String UNKNOWN = "is set, but idgen has no such property";

    private final KnownSettings known;

    /** @param properties the record that properties are bound to */
    public SettingsCheck(Class<?> properties) {
        this.known = new KnownSettings(SettingName.all(properties));
    }

    /**
     * Looks at all sources of an environment that can tell what is in them, and warns about lines that are beside
     * {@code idgen}.
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

    /** What is wrong in an environment. */
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
        if (SEQUENCE.isParentOf(name) && REMOVED.contains(name.getLastElement(Form.UNIFORM))) {
            return Optional.of(SettingMistake.of(
                    property,
                    "was removed: the stock follows the rate at which ids are drawn",
                    "Remove it. Nothing replaces it."));
        }
        return new UnboundElementsSourceFilter().apply(source)
                ? Optional.of(unknown(property, known.suggestions(name)))
                : misspelt(property);
    }

    /** Indented too far, so that it stands below Spring's properties. */
    private Optional<SettingMistake> tooDeep(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        return IntStream.range(1, name.getNumberOfElements() - 1)
                .mapToObj(name::subName)
                .filter(it -> known.setBy(it).isPresent())
                .findFirst()
                .map(meant -> SettingMistake.of(
                        property,
                        "is set, but idgen's properties do not stand below others",
                        "Write '" + meant + "': in YAML, begin the line of 'idgen:' at its left margin."));
    }

    /**
     * If a value is empty, Spring takes the default, or drops a generator that has no type. Spring takes a number for
     * milliseconds, and the writer may have meant seconds; an epoch cannot be changed later.
     */
    private static Optional<SettingMistake> unusable(ConfigurationProperty property, Class<?> type) {
        String value = property.getValue().toString().strip();
        if (value.isEmpty() && type != String.class && type != Collection.class) {
            return Optional.of(SettingMistake.of(property, "is empty", "Give it a value, or remove it."));
        }
        return type == Instant.class && NUMBER.matcher(value).matches()
                ? Optional.of(SettingMistake.of(
                        property, "is a number, which does not say its unit", "Write it like '2026-01-01T00:00:00Z'."))
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
     * Of a source that others use too. Missing letters at the end do not count: IDGEN_NODE is not a misspelt
     * IDGEN_NODE_ID.
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
