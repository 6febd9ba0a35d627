package dev.idgen;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of an id's parts by name, in the order of the layout. It is as small as an array because applications
 * decode ids by the million. Immutable and thread-safe.
 */
final class PartValues extends AbstractMap<String, Object> {

    private final List<String> names;
    private final @Nullable String first;
    private final long[] numbers;

    /** @param first the first value if it is a string, else null */
    PartValues(List<String> names, @Nullable String first, long... numbers) {
        this.names = List.copyOf(names);
        this.first = first;
        this.numbers = numbers.clone();
        int values = numbers.length + (first == null ? 0 : 1);
        if (values != names.size()) {
            throw new IllegalArgumentException("there are " + values + " values for the parts " + names);
        }
        for (int i = 1; i < values; i++) {
            if (names.indexOf(names.get(i)) < i) {
                throw new IllegalArgumentException("two parts have the same name: " + names);
            }
        }
    }

    @Override
    @SuppressWarnings("NullAway") // Map.get returns null for an unknown key
    public Object get(Object name) {
        int at = name == null ? -1 : names.indexOf(name);
        return at < 0 ? null : value(at);
    }

    private Object value(int at) {
        if (first == null) {
            return numbers[at];
        }
        return at == 0 ? first : (Object) numbers[at - 1];
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Object>> iterator() {
                return IntStream.range(0, names.size())
                        .mapToObj(at -> Map.entry(names.get(at), value(at)))
                        .iterator();
            }

            @Override
            public int size() {
                return names.size();
            }
        };
    }
}
