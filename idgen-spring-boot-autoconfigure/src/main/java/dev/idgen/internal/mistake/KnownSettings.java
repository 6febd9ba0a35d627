package dev.idgen.internal.mistake;

import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.generator.ConfiguredGenerators;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** The properties of idgen. Finds the one that a misspelt name means. */
record KnownSettings(List<SettingName> all) {

    static final ConfigurationPropertyName GENERATORS = ConfigurationPropertyName.of(ConfiguredGenerators.PREFIX);

    /** Boot's properties of connections, which users may expect under {@code idgen}. */
    private static final Map<ConfigurationPropertyName, String> CONNECTIONS = Map.of(
            ConfigurationPropertyName.of("idgen.redis"), "spring.data.redis",
            ConfigurationPropertyName.of("idgen.jdbc"), "spring.datasource");

    /** Returns the property that a name sets. */
    Optional<SettingName> setBy(ConfigurationPropertyName name) {
        return all.stream().filter(it -> it.isSetBy(name)).findFirst();
    }

    boolean isGroup(ConfigurationPropertyName name) {
        return all.stream().anyMatch(it -> it.isBelow(name));
    }

    /** Whether generators have a property of that name, which is written without hyphens. */
    boolean hasPropertyOfGenerators(String uniform) {
        return all.stream().anyMatch(it -> it.isPropertyOfGenerator(uniform));
    }

    /** All names, grouped by the number of letters in which they differ from the given one. */
    Map<Integer, List<String>> byDistance(ConfigurationPropertyName name) {
        return all.stream()
                .map(it -> it.writtenLike(name))
                .collect(Collectors.groupingBy(it -> NearestName.distance(name.toString(), it)));
    }

    /** Returns properties that an unknown name may mean. */
    List<String> suggestions(ConfigurationPropertyName name) {
        return Stream.<Function<ConfigurationPropertyName, List<String>>>of(
                        this::near, this::longer, this::withHyphens, this::elsewhere)
                .map(it -> it.apply(name))
                .filter(it -> !it.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The property that differs in the fewest letters. */
    private List<String> near(ConfigurationPropertyName name) {
        return all.stream()
                .filter(it -> it.isNear(name))
                .map(it -> it.writtenLike(name))
                .min(Comparator.comparingInt(it -> NearestName.distance(name.toString(), it)))
                .stream()
                .toList();
    }

    /** Properties of the same group that end with the same word. */
    private List<String> longer(ConfigurationPropertyName name) {
        String end = "-" + name.getLastElement(Form.ORIGINAL);
        return all.stream()
                .filter(it -> it.isBelow(name.getParent()) && it.last().endsWith(end))
                .map(it -> it.writtenLike(name))
                .toList();
    }

    /** Names in which the dots of a generator's name become hyphens. */
    List<String> withHyphens(ConfigurationPropertyName name) {
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

    /** Properties of that name in other groups; those of generators first if the name is a generator's. */
    private List<String> elsewhere(ConfigurationPropertyName name) {
        String last = name.getLastElement(Form.UNIFORM);
        boolean ofGenerator = GENERATORS.isAncestorOf(name);
        Optional<String> meant =
                NearestName.of(last, all.stream().map(SettingName::last).toList());
        return all.stream()
                .filter(it -> meant.filter(it.last()::equals).isPresent())
                .sorted(Comparator.comparing(it -> it.elements().contains(SettingName.ANY) != ofGenerator))
                .map(it -> it.writtenLike(name))
                .toList();
    }

    /** A sentence that lists the properties in the deepest existing group of a name. */
    String inGroupOf(ConfigurationPropertyName name) {
        ConfigurationPropertyName group = group(name);
        String connections = CONNECTIONS.get(group);
        return (connections == null
                        ? "There are "
                        : "Configure connections under '" + connections + "'; idgen has only ")
                + children(group) + ".";
    }

    /** The deepest existing group of a name. */
    private ConfigurationPropertyName group(ConfigurationPropertyName name) {
        ConfigurationPropertyName parent = name.getParent();
        return isGroup(parent) ? parent : group(parent);
    }

    /** The properties and groups directly in a group. */
    String children(ConfigurationPropertyName group) {
        int depth = group.getNumberOfElements();
        return all.stream()
                .filter(it -> it.isBelow(group))
                .map(it -> it.elements().get(depth))
                .distinct()
                .map(it -> "'" + group + "." + (it.equals(SettingName.ANY) ? "<name>.type" : it) + "'")
                .collect(Collectors.joining(", "));
    }
}
