package dev.idgen.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes maps that forget what was used least recently. Stateless. */
public final class RecentEntries {

    private RecentEntries() {}

    /**
     * Returns a thread-safe map that drops the least recently used entry when it has more than this many.
     *
     * @param most 1 or more
     */
    public static <V> Map<String, V> atMost(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > most;
            }
        });
    }
}
