package dev.idgen.internal.diagnostics;

import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.generator.GeneratorProperties;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** The properties of idgen, read from the records that Boot binds them to. Finds the one that a misspelt name means. */
public final class KnownSettings {

    public static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("idgen");
    static final ConfigurationPropertyName GENERATORS = ConfigurationPropertyName.of(GeneratorProperties.PREFIX);

    /** The position of a generator's name, and what is there in known names. */
    private static final int AT = GENERATORS.getNumberOfElements();

    private static final String ANY = "*";

    /** Boot's properties of connections, which users may expect under {@code idgen}. */
    private static final Map<String, String> CONNECTIONS =
            Map.of("idgen.redis", "spring.data.redis", "idgen.jdbc", "spring.datasource");

    private final Map<ConfigurationPropertyName, Class<?>> types = new LinkedHashMap<>();

    /** @param properties the record that Boot binds properties to */
    public KnownSettings(Class<?> properties) {
        add(ROOT, properties);
    }

    private void add(ConfigurationPropertyName name, Type type) {
        if (type instanceof Class<?> group && group.isRecord()) {
            // Reads the constructor, because a native image keeps it but not the record's components.
            for (Parameter parameter : group.getDeclaredConstructors()[0].getParameters()) {
                boolean isUnnamedGroup = parameter.isAnnotationPresent(Name.class);
                String dashed = DataObjectPropertyName.toDashedForm(parameter.getName());
                add(isUnnamedGroup ? name : name.append(dashed), parameter.getParameterizedType());
            }
        } else if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            add(name.append("[" + ANY + "]"), map.getActualTypeArguments()[1]);
        } else {
            types.put(name, type instanceof Class<?> single ? single : Collection.class);
        }
    }

    /** Replaces the name of a generator. */
    private static ConfigurationPropertyName general(ConfigurationPropertyName name) {
        return GENERATORS.isAncestorOf(name)
                ? GENERATORS.append("[" + ANY + "]").append(name.subName(AT + 1))
                : name;
    }

    /** The type of the property that a name, or the name of a list's element, sets; null if there is none. */
    public @Nullable Class<?> type(ConfigurationPropertyName name) {
        ConfigurationPropertyName general = general(name);
        int last = general.getNumberOfElements() - 1;
        boolean element = last > 0 && general.isNumericIndex(last) && types.get(general.chop(last)) == Collection.class;
        return types.get(element ? general.chop(last) : general);
    }

    boolean isGroup(ConfigurationPropertyName name) {
        return types.keySet().stream().anyMatch(general(name)::isAncestorOf);
    }

    /** The names of all properties that match, with the generator's name of the given one. */
    public List<String> names(ConfigurationPropertyName like, Predicate<ConfigurationPropertyName> matching) {
        boolean named = like.getNumberOfElements() > AT + 1
                && NearestName.isNear(like.getElement(AT - 1, Form.UNIFORM), GENERATORS.getLastElement(Form.UNIFORM));
        String generator = named ? like.getElement(AT, Form.ORIGINAL) : "<name>";
        return types.keySet().stream()
                .filter(matching)
                .map(name -> name.toString().replace("[" + ANY + "]", "." + generator))
                .toList();
    }

    /** Returns properties that an unknown name may mean, the most likely first. */
    List<String> suggestions(ConfigurationPropertyName name) {
        String last = name.getLastElement(Form.DASHED);
        ConfigurationPropertyName group = general(name).getParent();
        List<String> near = names(name, key -> isNear(key, name)).stream()
                .sorted(Comparator.comparingInt(key -> NearestName.distance(name.toString(), key)))
                .limit(1)
                .toList();
        List<String> longer =
                names(name, key -> group.isAncestorOf(key) && last(key).endsWith("-" + last));
        List<String> hyphenated = withHyphens(name);
        String meant = NearestName.of(
                        last, types.keySet().stream().map(KnownSettings::last).toList())
                .orElse(null);
        List<String> elsewhere = names(name, key -> last(key).equals(meant)).stream()
                .sorted(Comparator.comparing(key -> key.startsWith(GENERATORS + ".") != GENERATORS.isAncestorOf(name)))
                .toList();
        return List.of(near, longer, hyphenated, elsewhere).stream()
                .filter(names -> !names.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static String last(ConfigurationPropertyName known) {
        return known.getLastElement(Form.ORIGINAL);
    }

    private static boolean isNear(ConfigurationPropertyName known, ConfigurationPropertyName name) {
        return name.getNumberOfElements() == known.getNumberOfElements()
                && IntStream.range(0, known.getNumberOfElements())
                        .mapToObj(i ->
                                new String[] {name.getElement(i, Form.UNIFORM), known.getElement(i, Form.ORIGINAL)})
                        .allMatch(pair -> pair[1].equals(ANY) || NearestName.isNear(pair[0], pair[1]));
    }

    /** Names in which the dots of a generator's name become hyphens. */
    List<String> withHyphens(ConfigurationPropertyName name) {
        if (!GENERATORS.isAncestorOf(name)) {
            return List.of();
        }
        return IntStream.range(AT + 2, name.getNumberOfElements())
                .mapToObj(end -> GENERATORS + "."
                        + name.chop(end).subName(AT).toString().replace('.', '-') + "." + name.subName(end))
                .filter(key -> type(ConfigurationPropertyName.adapt(key, '.')) != null)
                .toList();
    }

    /** A sentence that lists the properties in the deepest existing group of a name. */
    String inGroupOf(ConfigurationPropertyName name) {
        ConfigurationPropertyName group = name.getParent();
        while (!isGroup(group)) {
            group = group.getParent();
        }
        String connections = CONNECTIONS.get(group.toString());
        return (connections == null
                        ? "There are "
                        : "Configure connections under '" + connections + "'; idgen has only ")
                + children(group) + ".";
    }

    /** The properties and groups directly in a group. */
    String children(ConfigurationPropertyName group) {
        int depth = group.getNumberOfElements();
        return types.keySet().stream()
                .filter(general(group)::isAncestorOf)
                .map(key -> key.getElement(depth, Form.ORIGINAL))
                .distinct()
                .map(part -> "'" + group + "." + (part.equals(ANY) ? "<name>.type" : part) + "'")
                .collect(Collectors.joining(", "));
    }
}
