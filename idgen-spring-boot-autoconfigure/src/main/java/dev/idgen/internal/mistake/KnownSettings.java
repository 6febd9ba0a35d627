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

/** The properties that idgen knows, and which of them a misspelt name means. */
record KnownSettings(List<SettingName> all) {

    static final ConfigurationPropertyName GENERATORS = ConfigurationPropertyName.of(ConfiguredGenerators.PREFIX);

    /** Where connections are configured that users look for among idgen's properties. */
    private static final Map<ConfigurationPropertyName, String> CONNECTIONS = Map.of(
            ConfigurationPropertyName.of("idgen.redis"), "spring.data.redis",
            ConfigurationPropertyName.of("idgen.jdbc"), "spring.datasource");

    /** The property that a name sets. */
    Optional<SettingName> setBy(ConfigurationPropertyName name) {
        return all.stream().filter(it -> it.isSetBy(name)).findFirst();
    }

    boolean isGroup(ConfigurationPropertyName name) {
        return all.stream().anyMatch(it -> it.isBelow(name));
    }

    /** Whether each generator has a property of that name without hyphens. */
    boolean hasPropertyOfGenerators(String uniform) {
        return all.stream().anyMatch(it -> it.isPropertyOfGenerator(uniform));
    }

    /** All names, by how many letters they differ from one. */
    Map<Integer, List<String>> byDistance(ConfigurationPropertyName name) {
        return all.stream()
                .map(it -> it.writtenLike(name))
                .collect(Collectors.groupingBy(it -> NearestName.distance(name.toString(), it)));
    }

    /** What may be meant by a name that is not known. */
    List<String> suggestions(ConfigurationPropertyName name) {
        return Stream.<Function<ConfigurationPropertyName, List<String>>>of(
                        this::near, this::longer, this::withHyphens, this::elsewhere)
                .map(it -> it.apply(name))
                .filter(it -> !it.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The property that results if the fewest letters are changed. */
    private List<String> near(ConfigurationPropertyName name) {
        return all.stream()
                .filter(it -> it.isNear(name))
                .map(it -> it.writtenLike(name))
                .min(Comparator.comparingInt(it -> NearestName.distance(name.toString(), it)))
                .stream()
                .toList();
    }

    /** Properties of the same group whose names end with the same word. */
    private List<String> longer(ConfigurationPropertyName name) {
        String end = "-" + name.getLastElement(Form.ORIGINAL);
        return all.stream()
                .filter(it -> it.isBelow(name.getParent()) && it.last().endsWith(end))
                .map(it -> it.writtenLike(name))
                .toList();
    }

    /** The names that result if the dot in a generator's name is a hyphen. */
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

    /** Properties of that name in other groups, those of generators first if it was set for a generator. */
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

    /** What there is instead, in the deepest group that a name is in. */
    String inGroupOf(ConfigurationPropertyName name) {
        ConfigurationPropertyName group = group(name);
        String connections = CONNECTIONS.get(group);
        return (connections == null
                        ? "There are "
                        : "Connections are configured under '" + connections + "'; which one ids use, by ")
                + children(group) + ".";
    }

    /** The deepest group that there is of those which a name says it is in. */
    private ConfigurationPropertyName group(ConfigurationPropertyName name) {
        ConfigurationPropertyName parent = name.getParent();
        return isGroup(parent) ? parent : group(parent);
    }

    /** The properties and groups in a group. */
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
