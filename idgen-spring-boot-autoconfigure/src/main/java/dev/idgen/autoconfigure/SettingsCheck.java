package dev.idgen.autoconfigure;

import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds properties under {@code idgen} that nothing would read: names that are not known, and values where a group of properties
 * belongs. Empty values and numbers for moments are found, too, since Spring makes something of them that nobody means.
 *
 * <p>Environment variables and system properties are set for other reasons, too (Kubernetes sets {@code IDGEN_PORT} where a
 * service is named idgen), so of these only a name that is a letter or two away from a known one counts.
 */
final class SettingsCheck {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(SettingName.ROOT);
    private static final ConfigurationPropertyName SPRING = ConfigurationPropertyName.of("spring");
    private static final ConfigurationPropertyName GENERATORS =
            ConfigurationPropertyName.of(ConfiguredGenerators.PREFIX);
    private static final ConfigurationPropertyName SEQUENCE = ConfigurationPropertyName.of("idgen.sequence");

    /** Properties of {@code idgen.sequence} in earlier versions. */
    private static final Set<String> REMOVED = Set.of("minstock", "maxstock");

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
    private static final int MOST_SUGGESTED = 3;
    private static final String UNKNOWN = "is set, but idgen has no such property";

    private final List<SettingName> known = SettingName.all();
    private final Map<String, SettingName> byKey =
            known.stream().collect(Collectors.toMap(SettingName::key, Function.identity()));

    private record Setting(ConfigurationPropertySource source, ConfigurationPropertyName name) {}

    /**
     * Looks at all sources of an environment that can tell what is in them.
     *
     * @throws SettingMistakesException if it finds anything
     */
    static void check(Environment environment) {
        List<SettingMistake> mistakes = mistakes(environment);
        if (!mistakes.isEmpty()) {
            throw new SettingMistakesException(mistakes);
        }
    }

    /** What is wrong in an environment. */
    static List<SettingMistake> mistakes(Environment environment) {
        List<Setting> meant = environment instanceof ConfigurableEnvironment all ? meant(all) : List.of();
        return meant.isEmpty()
                ? List.of()
                : new SettingsCheck().mistakes(meant); // to find all that is known takes time
    }

    private static List<Setting> meant(ConfigurableEnvironment environment) {
        List<Setting> meant = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.stream().filter(SettingsCheck::mayBeMeant).forEach(name -> meant.add(new Setting(source, name)));
            }
        }
        return meant;
    }

    private static boolean mayBeMeant(ConfigurationPropertyName name) {
        if (SPRING.isAncestorOf(name)) {
            for (int i = 1; i < name.getNumberOfElements() - 1; i++) {
                if (isRoot(name, i)) {
                    return true;
                }
            }
        }
        return ROOT.isAncestorOf(name);
    }

    private static boolean isRoot(ConfigurationPropertyName name, int element) {
        return name.getElement(element, Form.UNIFORM).equals(SettingName.ROOT);
    }

    private List<SettingMistake> mistakes(List<Setting> settings) {
        Map<ConfigurationPropertyName, SettingMistake> mistakes = new LinkedHashMap<>();
        for (Setting it : settings) {
            (ROOT.isAncestorOf(it.name) ? mistake(it.source, it.name) : tooDeep(it.source, it.name))
                    .ifPresent(mistake -> mistakes.putIfAbsent(it.name, mistake));
        }
        return List.copyOf(mistakes.values());
    }

    /** Whether others than idgen's properties may be there under names that look like idgen's. */
    private static boolean isShared(@Nullable Object source) {
        return source instanceof SystemEnvironmentPropertySource
                || (source instanceof PropertySource<?> named
                        && named.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME));
    }

    private Optional<SettingMistake> mistake(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        if (property == null || property.getValue() == null) {
            return Optional.empty();
        }
        Optional<SettingName> set = Optional.ofNullable(byKey.get(SettingName.key(name)))
                .or(() -> known.stream().filter(it -> it.isSetBy(name)).findFirst());
        if (set.isPresent()) {
            return noValue(set.get(), property).or(() -> numberForTime(set.get(), property));
        }
        if (known.stream().anyMatch(it -> it.isBelow(name))) {
            return valueOfGroup(property);
        }
        if (SEQUENCE.isParentOf(name) && REMOVED.contains(name.getLastElement(Form.UNIFORM))) {
            return Optional.of(SettingMistake.of(
                    property,
                    "was removed: the stock follows the rate at which ids are drawn",
                    "Remove it. Nothing replaces it."));
        }
        return isShared(source.getUnderlyingSource())
                ? misspelt(property)
                : Optional.of(unknown(property, suggestions(name)));
    }

    /** Indented too far, so that it stands below Spring's properties. */
    private Optional<SettingMistake> tooDeep(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        return IntStream.range(1, name.getNumberOfElements() - 1)
                .filter(i -> isRoot(name, i))
                .mapToObj(name::subName)
                .filter(it -> known.stream().anyMatch(setting -> setting.isSetBy(it)))
                .findFirst()
                .flatMap(meant -> Optional.ofNullable(source.getConfigurationProperty(name))
                        .map(property -> SettingMistake.of(
                                property,
                                "is set, but idgen's properties do not stand below others",
                                "Write '" + meant + "': in YAML, begin the line of 'idgen:' at its left margin.")));
    }

    /** Spring takes the default, or drops a generator that has no type. */
    private static Optional<SettingMistake> noValue(SettingName set, ConfigurationProperty property) {
        boolean mayBeEmpty = set.type() == String.class || set.type() == Collection.class;
        return !mayBeEmpty && property.getValue().toString().isBlank()
                ? Optional.of(SettingMistake.of(property, "is empty", "Give it a value, or remove it."))
                : Optional.empty();
    }

    /** Spring takes it for milliseconds, and the writer may have meant seconds; an epoch cannot be changed later. */
    private static Optional<SettingMistake> numberForTime(SettingName set, ConfigurationProperty property) {
        boolean number = NUMBER.matcher(property.getValue().toString().strip()).matches();
        return set.type() == Instant.class && number
                ? Optional.of(SettingMistake.of(
                        property, "is a number, which does not say its unit", "Write it like '2026-01-01T00:00:00Z'."))
                : Optional.empty();
    }

    private Optional<SettingMistake> valueOfGroup(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        String value = property.getValue().toString();
        boolean generator = GENERATORS.isParentOf(name);
        if (value.isEmpty()) {
            return generator
                    ? Optional.of(SettingMistake.of(
                            property,
                            "has no properties",
                            "Set '" + name + ".type', for example to 'snowflake', or remove it."))
                    : Optional.empty();
        }
        String last = name.getLastElement(Form.UNIFORM);
        if (generator && known.stream().anyMatch(it -> it.isPropertyOfGenerator(last))) {
            return Optional.of(SettingMistake.of(
                    property,
                    "has a value, but is a group of properties",
                    "In YAML, indent '" + name.getLastElement(Form.ORIGINAL) + ":' below the name of its generator."));
        }
        Optional<GeneratorType> type = generator ? PropertyNames.parse(GeneratorType.class, value) : Optional.empty();
        return Optional.of(SettingMistake.of(
                property,
                "has a value, but is a group of properties",
                type.map(it -> "Set '" + name + ".type' to '" + PropertyNames.of(it) + "' instead.")
                        .orElseGet(() -> "Remove the value and set what you mean: " + children(name) + ".")));
    }

    /** Of a source that others use too. */
    private Optional<SettingMistake> misspelt(ConfigurationProperty property) {
        String name = joined(property.getName());
        List<String> near = known.stream()
                .map(it -> it.writtenLike(property.getName()))
                .filter(it -> isNearButNotEqual(name, it))
                .toList();
        boolean right = known.stream()
                .anyMatch(it -> joined(it.writtenLike(property.getName())).equals(name));
        if (right) {
            return Optional.empty();
        }
        List<String> hyphenated = withHyphens(property.getName());
        if (!hyphenated.isEmpty()) {
            return Optional.of(SettingMistake.of(
                    property,
                    UNKNOWN,
                    "Did you mean '" + hyphenated.get(0) + "'? The name of a variable cannot have a hyphen: set the"
                            + " property in a file or as an argument."));
        }
        return near.isEmpty() ? Optional.empty() : Optional.of(unknown(property, near));
    }

    /** Letters at the end that are missing do not count here: IDGEN_NODE is not a misspelt IDGEN_NODE_ID. */
    private static boolean isNearButNotEqual(String name, String known) {
        int distance = NearestName.distance(name, known);
        return distance > 0 && distance <= 2 && name.length() > SettingName.ROOT.length() + 2 * distance;
    }

    private static String joined(Object name) {
        return name.toString().replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    private SettingMistake unknown(ConfigurationProperty property, List<String> suggestions) {
        String list = suggestions.stream()
                .distinct()
                .limit(MOST_SUGGESTED)
                .map(it -> "'" + it + "'")
                .collect(Collectors.joining(" or "));
        ConfigurationPropertyName name = property.getName();
        return SettingMistake.of(
                property,
                UNKNOWN,
                list.isEmpty()
                        ? "Remove it. " + inGroup(group(name))
                        : "Did you mean " + list + "? If not, remove it: nothing reads it.");
    }

    private String inGroup(ConfigurationPropertyName group) {
        String there = "There are " + children(group) + ".";
        return StoreConnection.elsewhere(group)
                .map(it ->
                        "Connections are configured under '" + it + "'; which one ids use, by " + children(group) + ".")
                .orElse(there);
    }

    private List<String> suggestions(ConfigurationPropertyName name) {
        Optional<SettingName> near =
                known.stream().filter(it -> it.isNear(name)).min(Comparator.comparingInt(it -> it.distance(name)));
        if (near.isPresent()) {
            return List.of(near.get().writtenLike(name));
        }
        return Stream.<Function<ConfigurationPropertyName, List<String>>>of(
                        this::longer, this::withHyphens, this::elsewhere)
                .map(it -> it.apply(name))
                .filter(it -> !it.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Properties of the same group whose names end with the same word. */
    private List<String> longer(ConfigurationPropertyName name) {
        String end = "-" + name.getLastElement(Form.ORIGINAL);
        return known.stream()
                .filter(it -> it.isBelow(name.getParent()) && it.last().endsWith(end))
                .map(it -> it.writtenLike(name))
                .toList();
    }

    /** The names that result if the dot in a generator's name is a hyphen. */
    private List<String> withHyphens(ConfigurationPropertyName name) {
        int begin = GENERATORS.getNumberOfElements();
        if (!GENERATORS.isAncestorOf(name)) {
            return List.of();
        }
        return IntStream.range(begin + 2, name.getNumberOfElements())
                .mapToObj(end -> GENERATORS
                        .append("[" + elements(name, begin, end, "-") + "]")
                        .append(name.subName(end)))
                .filter(it -> known.stream().anyMatch(setting -> setting.isSetBy(it)))
                .map(it -> it.toString().replaceAll("[\\[\\]]", ".").replace("..", "."))
                .toList();
    }

    private static String elements(ConfigurationPropertyName name, int from, int to, String separator) {
        return IntStream.range(from, to)
                .mapToObj(i -> name.getElement(i, Form.ORIGINAL))
                .collect(Collectors.joining(separator));
    }

    /** Properties of that name in other groups, those of generators first if it was set for a generator. */
    private List<String> elsewhere(ConfigurationPropertyName name) {
        String last = name.getLastElement(Form.UNIFORM);
        boolean ofGenerator = GENERATORS.isAncestorOf(name);
        Optional<String> meant =
                NearestName.of(last, known.stream().map(SettingName::last).toList());
        return known.stream()
                .filter(it -> meant.filter(it.last()::equals).isPresent())
                .sorted(Comparator.comparing(it -> it.elements().contains(SettingName.ANY) != ofGenerator))
                .map(it -> it.writtenLike(name))
                .toList();
    }

    /** The deepest group that there is of those which a name says it is in. */
    private ConfigurationPropertyName group(ConfigurationPropertyName name) {
        ConfigurationPropertyName group = name.getParent();
        while (true) {
            ConfigurationPropertyName candidate = group;
            if (known.stream().anyMatch(it -> it.isBelow(candidate))) {
                return group;
            }
            group = group.getParent();
        }
    }

    private String children(ConfigurationPropertyName group) {
        int depth = group.getNumberOfElements();
        Collection<String> names = known.stream()
                .filter(it -> it.isBelow(group))
                .map(it -> it.elements().get(depth))
                .distinct()
                .map(it -> it.equals(SettingName.ANY) ? "<name>.type" : it)
                .toList();
        return names.stream().map(it -> "'" + group + "." + it + "'").collect(Collectors.joining(", "));
    }
}
