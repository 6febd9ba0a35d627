package dev.idgen.internal.monitor;

import dev.idgen.internal.monitor.Measure.Kind;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Something that is closed when the application is stopped, and made anew when it is started again, around a snapshot
 * of the process for example: nothing that it held before is used again, in whatever process it goes on.
 *
 * <p>Its measures go on, too: a gauge shows the latest one's value, counters and timers go on from the values of all
 * before.
 *
 * <p>Thread-safe; stopped and started by one thread at a time.
 *
 * @param <T> what is made anew
 */
public class Restartable<T> {

    private final Supplier<? extends T> opening;
    private final Function<? super T, List<Measure>> measuring;
    private final Consumer<? super T> closing;
    private volatile T latest;

    /** Null while stopped. */
    private volatile @Nullable T running;

    /** Null until it is asked for, or the first one ends: in an application without meters nothing else asks. */
    private volatile @Nullable List<Carried> carried;

    /**
     * One of the latest one's measures, and the values of those before.
     *
     * @param countBefore of all that ended, 0 for a gauge
     * @param valueBefore likewise
     */
    private record Carried(Measure own, long countBefore, double valueBefore) {

        long count() {
            return countBefore + own.count().getAsLong();
        }

        double value() {
            return valueBefore + own.value().getAsDouble();
        }

        Carried followedBy(Measure next) {
            if (!next.name().equals(own.name())) {
                throw new IllegalArgumentException("measure " + own.name() + " cannot go on with " + next.name());
            }
            return own.kind() == Kind.GAUGE ? new Carried(next, 0, 0) : new Carried(next, count(), value());
        }
    }

    /**
     * Makes the first one at once.
     *
     * @param measuring gives one's measures: always the same names in the same order
     */
    public Restartable(
            Supplier<? extends T> opening, Function<? super T, List<Measure>> measuring, Consumer<? super T> closing) {
        this.opening = opening;
        this.measuring = measuring;
        this.closing = closing;
        this.latest = opening.get();
        this.running = latest;
    }

    /** The latest one, closed or not. */
    public final T latest() {
        return latest;
    }

    /** The latest one; null while this is stopped. */
    public final @Nullable T running() {
        return running;
    }

    /** Makes another one unless one is running. Throws what making it throws. */
    public final void start() {
        if (running == null) {
            restart();
        }
    }

    /**
     * Makes another one, and closes the one before if it is running. That one stays closed for those who are calling it
     * at this moment.
     */
    public final void restart() {
        stop();
        T next = opening.get();
        List<Carried> ended = carried();
        List<Measure> own = measuring.apply(next);
        carried = IntStream.range(0, ended.size())
                .mapToObj(index -> ended.get(index).followedBy(own.get(index)))
                .toList();
        latest = next;
        running = next;
    }

    /** Closes the one that is running, if one is. */
    public final void stop() {
        T ended = running;
        running = null;
        if (ended != null) {
            closing.accept(ended);
        }
    }

    /** Always the same ones. */
    public List<Measure> measures() {
        List<Carried> first = carried();
        return IntStream.range(0, first.size())
                .mapToObj(index -> {
                    Measure own = first.get(index).own();
                    return new Measure(
                            own.name(),
                            own.kind(),
                            own.unit(),
                            own.description(),
                            own.tags(),
                            () -> carried().get(index).count(),
                            () -> carried().get(index).value());
                })
                .toList();
    }

    private List<Carried> carried() {
        List<Carried> known = carried;
        return known != null ? known : firstCarried();
    }

    private synchronized List<Carried> firstCarried() {
        List<Carried> known = carried;
        if (known == null) {
            known = measuring.apply(latest).stream()
                    .map(own -> new Carried(own, 0, 0))
                    .toList();
            carried = known;
        }
        return known;
    }
}
