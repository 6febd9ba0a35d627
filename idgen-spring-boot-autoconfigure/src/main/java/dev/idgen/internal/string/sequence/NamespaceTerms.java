package dev.idgen.internal.string.sequence;

import dev.idgen.NamespaceDisagreementException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The settings that every instance of a namespace must share, by name. Stored as {@code name=value;name=value}.
 *
 * @param values from setting to value; neither contains {@code =} or {@code ;}
 */
public record NamespaceTerms(Map<String, String> values) {

    public NamespaceTerms {
        values = Map.copyOf(values);
    }

    NamespaceTerms with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new NamespaceTerms(more);
    }

    String format() {
        StringBuilder text = new StringBuilder();
        for (String name : new TreeSet<>(values.keySet())) {
            text.append(text.isEmpty() ? "" : ";").append(name).append('=').append(values.get(name));
        }
        return text.toString();
    }

    /** Compares these terms, an instance's, with those of its namespace. */
    Optional<NamespaceDisagreementException> disagreement(String namespace, String stored) {
        if (stored.equals(format())) {
            return Optional.empty();
        }
        Map<String, String> expected = parse(stored);
        TreeSet<String> names = new TreeSet<>(values.keySet());
        names.addAll(expected.keySet());
        return names.stream()
                .filter(name -> !value(expected, name).equals(value(values, name)))
                .findFirst()
                .map(name -> new NamespaceDisagreementException(
                        namespace, name, value(expected, name), value(values, name)));
    }

    private static String value(Map<String, String> terms, String name) {
        return terms.getOrDefault(name, "(unset)");
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> terms = new LinkedHashMap<>();
        for (String term : text.split(";", -1)) {
            int at = term.indexOf('=');
            terms.put(at < 0 ? term : term.substring(0, at), at < 0 ? "" : term.substring(at + 1));
        }
        return terms;
    }
}
