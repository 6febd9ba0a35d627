package dev.idgen.autoconfigure;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        SettingsCheck check = new SettingsCheck();
        Map<ConfigurationPropertyName, SettingMistake> mistakes = new LinkedHashMap<>();
        for (ConfigurationPropertySource source :
                ConfigurationPropertySources.from(((ConfigurableEnvironment) environment).getPropertySources())) {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.forEach(
                        name -> check.mistake(source, name).ifPresent(mistake -> mistakes.putIfAbsent(name, mistake)));
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

    private Optional<SettingName> setBy(ConfigurationPropertyName name) {
        return known.stream().filter(it -> it.isSetBy(name)).findFirst();
    }

    private boolean isGroup(ConfigurationPropertyName name) {
        return known.stream().anyMatch(it -> it.isBelow(name));
    }

    private Optional<SettingMistake> mistake(ConfigurationPropertySource source, ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        Optional<SettingName> set = setBy(name);
        if (set.isPresent()) {
            return noValue(set.get(), property).or(() -> numberForTime(set.get(), property));
        }
        if (isGroup(name)) {
            return valueOfGroup(property);
        }
        if (SEQUENCE.isParentOf(name) && REMOVED.contains(name.getLastElement(Form.UNIFORM))) {
            return Optional.of(SettingMistake.of(
                    property,
                    "was removed: the stock follows the rate at which ids are drawn",
                    "Remove it. Nothing replaces it."));
        }
        return new UnboundElementsSourceFilter().apply(source)
                ? Optional.of(unknown(property, suggestions(name)))
                : misspelt(property);
    }

    /** Indented too far, so that it stands below Spring's properties. */
    private Optional<SettingMistake> tooDeep(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        return IntStream.range(1, name.getNumberOfElements() - 1)
                .mapToObj(name::subName)
                .filter(it -> setBy(it).isPresent())
                .findFirst()
                .map(meant -> SettingMistake.of(
                        property,
                        "is set, but idgen's properties do not stand below others",
                        "Write '" + meant + "': in YAML, begin the line of 'idgen:' at its left margin."));
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
        String action;
        if (generator && known.stream().anyMatch(it -> it.isPropertyOfGenerator(last))) {
            action = "In YAML, indent '" + name.getLastElement(Form.ORIGINAL) + ":' below the name of its generator.";
        } else {
            action = PropertyNames.parse(GeneratorType.class, value)
                    .filter(type -> generator)
                    .map(type -> "Set '" + name + ".type' to '" + PropertyNames.of(type) + "' instead.")
                    .orElseGet(() -> "Remove the value and set what you mean: " + children(name) + ".");
        }
        return Optional.of(SettingMistake.of(property, "has a value, but is a group of properties", action));
    }

    /** Of a source that others use too. Missing letters at the end do not count: IDGEN_NODE is not a misspelt IDGEN_NODE_ID. */
    private Optional<SettingMistake> misspelt(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        Map<Integer, List<String>> near = known.stream()
                .map(it -> it.writtenLike(name))
                .collect(Collectors.groupingBy(it -> NearestName.distance(name.toString(), it)));
        if (near.containsKey(0)) {
            return Optional.empty();
        }
        List<String> hyphenated = withHyphens(name);
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
        ConfigurationPropertyName name = property.getName();
        return SettingMistake.of(
                property,
                UNKNOWN,
                list.isEmpty()
                        ? "Remove it. " + inGroup(group(name))
                        : "Did you mean " + list + "? If not, remove it: nothing reads it.");
    }

    private String inGroup(ConfigurationPropertyName group) {
        return StoreConnection.elsewhere(group)
                        .map(it -> "Connections are configured under '" + it + "'; which one ids use, by ")
                        .orElse("There are ")
                + children(group) + ".";
    }

    private List<String> suggestions(ConfigurationPropertyName name) {
        return Stream.<Function<ConfigurationPropertyName, List<String>>>of(
                        this::near, this::longer, this::withHyphens, this::elsewhere)
                .map(it -> it.apply(name))
                .filter(it -> !it.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The property that results if the fewest letters are changed. */
    private List<String> near(ConfigurationPropertyName name) {
        return known.stream()
                .filter(it -> it.isNear(name))
                .map(it -> it.writtenLike(name))
                .min(Comparator.comparingInt(it -> NearestName.distance(name.toString(), it)))
                .stream()
                .toList();
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
                .mapToObj(end -> GENERATORS + "." + hyphenated(name, begin, end) + "." + name.subName(end))
                .filter(it -> setBy(ConfigurationPropertyName.adapt(it, '.')).isPresent())
                .toList();
    }

    private static String hyphenated(ConfigurationPropertyName name, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> name.getElement(i, Form.ORIGINAL))
                .collect(Collectors.joining("-"));
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
        ConfigurationPropertyName parent = name.getParent();
        return isGroup(parent) ? parent : group(parent);
    }

    private String children(ConfigurationPropertyName group) {
        int depth = group.getNumberOfElements();
        return known.stream()
                .filter(it -> it.isBelow(group))
                .map(it -> it.elements().get(depth))
                .distinct()
                .map(it -> "'" + group + "." + (it.equals(SettingName.ANY) ? "<name>.type" : it) + "'")
                .collect(Collectors.joining(", "));
    }
}
