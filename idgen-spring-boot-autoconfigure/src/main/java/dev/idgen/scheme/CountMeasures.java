package dev.idgen.scheme;

import dev.idgen.counter.Counting;
import dev.idgen.counter.Counting.Tally;
import dev.idgen.monitor.Measure;
import dev.idgen.monitor.Measures;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The measures of what counts ids, which may be several countings, one for each period. Stateless. */
final class CountMeasures {

    private CountMeasures() {}

    /**
     * @param all all countings there have been; the first is the present one
     * @param size how many counts each has
     */
    static List<Measure> of(Supplier<? extends Collection<Counting>> all, long size) {
        return List.of(
                Measures.issued(() -> sum(all, Tally::issued)),
                Measures.held(() -> sum(all, Tally::held)),
                Measures.waiting(() -> sum(all, Tally::waiting)),
                Measures.left(() -> size
                        - all.get().stream()
                                .findFirst()
                                .map(counting -> counting.tally().position())
                                .orElse(0L)));
    }

    private static long sum(Supplier<? extends Collection<Counting>> all, ToLongFunction<Tally> part) {
        return all.get().stream().map(Counting::tally).mapToLong(part).sum();
    }
}
