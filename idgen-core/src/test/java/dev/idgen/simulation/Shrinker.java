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
        for (int size = list.size(), before = size; size > 0; size = shortest.size() < before ? size : size / 2) {
            before = shortest.size();
            // From the end, since what happens late depends on what happened early.
            for (int end = shortest.size(); end > 0; end -= size) {
                List<T> rest = new ArrayList<>(shortest.subList(0, Math.max(0, end - size)));
                rest.addAll(shortest.subList(end, shortest.size()));
                shortest = shows.test(rest) ? rest : shortest;
            }
        }
        return shortest;
    }
}
