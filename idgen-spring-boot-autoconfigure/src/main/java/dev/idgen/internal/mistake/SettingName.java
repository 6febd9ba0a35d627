package dev.idgen.internal.mistake;

import dev.idgen.internal.codec.NearestName;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The name of a property of idgen, read from the records that Boot binds properties to.
 *
 * @param elements the elements of the name, beginning with {@code idgen}; {@value #ANY} stands for a generator's name
 * @param type the type of the value
 */
public record SettingName(List<String> elements, Class<?> type) {

    public static final String ROOT = "idgen";
    static final String ANY = "*";

    /**
     * Returns all names.
     *
     * @param properties the record that Boot binds properties to
     */
    public static List<SettingName> all(Class<?> properties) {
        List<SettingName> all = new ArrayList<>();
        add(all, List.of(ROOT), properties);
        return List.copyOf(all);
    }

    private static void add(Collection<SettingName> all, List<String> elements, Type type) {
        if (type instanceof Class<?> single && single.isRecord()) {
            // Reads the constructor, because a native image keeps it but not the record's components.
            for (Parameter parameter : single.getDeclaredConstructors()[0].getParameters()) {
                String name = DataObjectPropertyName.toDashedForm(parameter.getName());
                add(all, with(elements, name), parameter.getParameterizedType());
            }
        } else if (type instanceof ParameterizedType several && several.getRawType() == Map.class) {
            add(all, with(elements, ANY), several.getActualTypeArguments()[1]);
        } else {
            all.add(new SettingName(elements, type instanceof Class<?> single ? single : Collection.class));
        }
    }

    private static List<String> with(List<String> elements, String last) {
        return Stream.concat(elements.stream(), Stream.of(last)).toList();
    }

    /** Whether a property of the given name sets this one, or an element of its list. */
    public boolean isSetBy(ConfigurationPropertyName name) {
        int size = name.getNumberOfElements();
        boolean indexed = type == Collection.class && size > 1 && name.isNumericIndex(size - 1);
        return begins(indexed ? name.chop(size - 1) : name) && (indexed ? size - 1 : size) == elements.size();
    }

    /** Whether the given name is a group that contains this property. */
    boolean isBelow(ConfigurationPropertyName name) {
        return name.getNumberOfElements() < elements.size() && begins(name);
    }

    private boolean begins(ConfigurationPropertyName name) {
        return name.getNumberOfElements() <= elements.size()
                && IntStream.range(0, name.getNumberOfElements())
                        .allMatch(i -> element(i, name).equals(uniform(elements.get(i))));
    }

    private String element(int i, ConfigurationPropertyName name) {
        return elements.get(i).equals(ANY) ? ANY : name.getElement(i, Form.UNIFORM);
    }

    private static String uniform(String element) {
        return element.replace("-", "");
    }

    /** Whether this is a property of generators with the given name, which is written without hyphens. */
    boolean isPropertyOfGenerator(String uniform) {
        return elements.size() == 4
                && elements.get(2).equals(ANY)
                && uniform(last()).equals(uniform);
    }

    /** Whether the given name may be a misspelling of this one. */
    boolean isNear(ConfigurationPropertyName name) {
        return name.getNumberOfElements() == elements.size()
                && IntStream.range(0, elements.size())
                        .allMatch(i -> elements.get(i).equals(ANY)
                                || NearestName.isNear(name.getElement(i, Form.UNIFORM), elements.get(i)));
    }

    String last() {
        return elements.get(elements.size() - 1);
    }

    /** This name with the generator's name of the given one. */
    String writtenLike(ConfigurationPropertyName name) {
        return IntStream.range(0, elements.size())
                .mapToObj(i -> elements.get(i).equals(ANY) ? generator(name, i) : elements.get(i))
                .collect(Collectors.joining("."));
    }

    private String generator(ConfigurationPropertyName name, int i) {
        boolean there = i < name.getNumberOfElements() - 1
                && NearestName.isNear(name.getElement(i - 1, Form.UNIFORM), elements.get(i - 1));
        return there ? name.getElement(i, Form.ORIGINAL) : "<name>";
    }

    @Override
    public String toString() {
        return String.join(".", elements);
    }
}
