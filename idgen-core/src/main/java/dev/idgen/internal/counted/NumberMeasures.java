package dev.idgen.internal.counted;

import dev.idgen.internal.counted.NumberSequence.Tally;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Measures;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The measures of a generator of counted ids, which may have several sequences, one for each period. Stateless. */
final class NumberMeasures {

    private NumberMeasures() {}

    /**
     * @param all all countings there have been; the first is the present one
     * @param size how many counts each has
     */
    static List<Measure> of(Supplier<? extends Collection<NumberSequence>> all, long size) {
        return List.of(
                Measures.issued(() -> sum(all, Tally::issued)),
                Measures.held(() -> sum(all, Tally::held)),
                Measures.waiting(() -> sum(all, Tally::waiting)),
                Measures.left(() -> size
                        - all.get().stream()
                                .findFirst()
                                .map(sequence -> sequence.tally().position())
                                .orElse(0L)),
                Measures.total(() -> size));
    }

    private static long sum(Supplier<? extends Collection<NumberSequence>> all, ToLongFunction<Tally> part) {
        return all.get().stream().map(NumberSequence::tally).mapToLong(part).sum();
    }
}
