package dev.idgen.internal.monitor;

import dev.idgen.internal.monitor.Measure.Kind;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an object that is closed when the application stops, and replaced by a new one when the application starts
 * again. This happens, for example, around a snapshot of the process. A process that continues from the snapshot does
 * not reuse what the object held before.
 *
 * <p>Its measures continue: a gauge shows the latest object's value, counters and timers add to the values of all
 * before.
 *
 * <p>Thread-safe; call {@link #start}, {@link #restart} and {@link #stop} from one thread at a time.
 *
 * @param <T> the type of the object
 */
public class Restartable<T> {

    private final Supplier<? extends T> opening;
    private final Function<? super T, List<Measure>> measuring;
    private final Consumer<? super T> closing;
    private volatile T latest;

    /** Null while stopped. */
    private volatile @Nullable T running;

    /** Null until the first read or restart: an application without meters needs none. */
    private volatile @Nullable List<Carried> carried;

    /**
     * A measure of the latest object, and the totals of all ended ones.
     *
     * @param countBefore the sum of the ended objects' counts; 0 for a gauge
     * @param valueBefore the sum of the ended objects' values; 0 for a gauge
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
     * Creates the first object.
     *
     * @param measuring an object's measures: always the same names in the same order
     */
    public Restartable(
            Supplier<? extends T> opening, Function<? super T, List<Measure>> measuring, Consumer<? super T> closing) {
        this.opening = opening;
        this.measuring = measuring;
        this.closing = closing;
        this.latest = opening.get();
        this.running = latest;
    }

    /** The latest object, closed or not. */
    public final T latest() {
        return latest;
    }

    /** The latest object; null while stopped. */
    public final @Nullable T running() {
        return running;
    }

    /** Creates an object unless one is running. Throws what {@code opening} throws. */
    public final void start() {
        if (running == null) {
            restart();
        }
    }

    /**
     * Creates another object and closes the running one, if any. Callers that are using the closed one find it closed.
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

    /** Closes the running object, if any. */
    public final void stop() {
        T ended = running;
        running = null;
        if (ended != null) {
            closing.accept(ended);
        }
    }

    /** The measures, always the same ones. */
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
