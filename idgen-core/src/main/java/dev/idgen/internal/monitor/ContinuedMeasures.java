package dev.idgen.internal.monitor;

import dev.idgen.internal.monitor.Measure.Kind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The measures of something that ends and begins anew: a gauge shows the present one's value, counters and timers go on from the
 * values of all before. Thread-safe.
 */
public final class ContinuedMeasures {

    private final List<Measure> measures;
    private volatile List<Present> present;

    /**
     * The present measures, and the values of those before.
     *
     * @param countBefore of all that ended, 0 for a gauge
     * @param valueBefore likewise
     */
    private record Present(Measure own, long countBefore, double valueBefore) {

        long count() {
            return countBefore + own.count().getAsLong();
        }

        double value() {
            return valueBefore + own.value().getAsDouble();
        }

        Present followedBy(Measure next) {
            return own.kind() == Kind.GAUGE ? new Present(next, 0, 0) : new Present(next, count(), value());
        }
    }

    public ContinuedMeasures(List<Measure> first) {
        this.present = first.stream().map(own -> new Present(own, 0, 0)).toList();
        this.measures = IntStream.range(0, first.size())
                .mapToObj(index -> continued(first.get(index), index))
                .toList();
    }

    private Measure continued(Measure first, int index) {
        return new Measure(
                first.name(),
                first.kind(),
                first.unit(),
                first.description(),
                first.tags(),
                () -> present.get(index).count(),
                () -> present.get(index).value());
    }

    /** Always the same ones. */
    public List<Measure> measures() {
        return measures;
    }

    /**
     * Replaces the measures from now on. For one thread at a time.
     *
     * @param next as many as before, of the same names in the same order
     * @throws IllegalArgumentException if they are others
     */
    public void goOnWith(List<Measure> next) {
        List<String> names = measures.stream().map(Measure::name).toList();
        if (!names.equals(next.stream().map(Measure::name).toList())) {
            throw new IllegalArgumentException("measures " + names + " cannot go on with " + next);
        }
        List<Present> ended = present;
        present = IntStream.range(0, next.size())
                .mapToObj(index -> ended.get(index).followedBy(next.get(index)))
                .toList();
    }
}
