package dev.idgen;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The values of an id's parts by name, in the order of the layout: as small as an array, since ids are taken apart by the million.
 * Immutable and thread-safe.
 */
final class PartValues extends AbstractMap<String, Long> {

    private final List<String> names;
    private final long[] values;

    PartValues(List<String> names, long... values) {
        this.names = List.copyOf(names);
        this.values = values.clone();
        if (values.length != names.size()) {
            throw new IllegalArgumentException("there are " + values.length + " values for the parts " + names);
        }
        for (int i = 1; i < values.length; i++) {
            if (indexOf(names.get(i)) < i) {
                throw new IllegalArgumentException("two parts have the same name: " + names);
            }
        }
    }

    /** Where a part is; as many as there are if there is no such part. */
    private int indexOf(Object name) {
        int at = 0;
        while (at < values.length && !names.get(at).equals(name)) {
            at++;
        }
        return at;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public boolean containsKey(Object name) {
        return indexOf(name) < values.length;
    }

    @Override
    @SuppressWarnings("NullAway") // as in Map: null is for what is not there
    public Long get(Object name) {
        int at = indexOf(name);
        return at < values.length ? values[at] : null;
    }

    @Override
    public Set<Map.Entry<String, Long>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Long>> iterator() {
                return IntStream.range(0, values.length)
                        .mapToObj(at -> Map.entry(names.get(at), values[at]))
                        .iterator();
            }

            @Override
            public int size() {
                return values.length;
            }
        };
    }
}
