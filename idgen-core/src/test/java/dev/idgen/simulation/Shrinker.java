package dev.idgen.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a list short that shows something, by leaving out ever smaller parts as long as the rest still shows it (Zeller's
 * delta debugging).
 */
final class Shrinker {

    private Shrinker() {}

    /**
     * Makes a list short.
     *
     * @param shows whether a list still shows it; the one given must
     * @return a list from which no single element can be left out
     */
    static <T> List<T> shrink(List<T> list, Predicate<List<T>> shows) {
        List<T> shortest = list;
        int size = Math.max(1, list.size() / 2);
        while (!shortest.isEmpty()) {
            int before = shortest.size();
            shortest = withoutParts(shortest, size, shows);
            if (size == 1 && shortest.size() == before) {
                break;
            }
            size = Math.max(1, Math.min(size / 2, shortest.size()));
        }
        return shortest;
    }

    /** From the end, since what happens late depends on what happened early. */
    private static <T> List<T> withoutParts(List<T> list, int size, Predicate<List<T>> shows) {
        List<T> shortest = list;
        for (int end = list.size(); end > 0; end -= size) {
            int from = Math.max(0, end - size);
            List<T> rest = new ArrayList<>(shortest.subList(0, from));
            rest.addAll(shortest.subList(end, shortest.size()));
            if (shows.test(rest)) {
                shortest = rest;
            }
        }
        return shortest;
    }
}
