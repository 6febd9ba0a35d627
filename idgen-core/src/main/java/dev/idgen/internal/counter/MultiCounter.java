package dev.idgen.internal.counter;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterWentBackException;
import dev.idgen.IdgenException;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.Progression;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Several counters of a region in the store, each with its own range of numbers. Counter k has {@code k * range} to
 * {@code (k + 1) * range - 1}. They take turns, beginning with a random one. It skips a counter for a while after a
 * failure, and forever once its range is used up.
 */
final class MultiCounter implements BlockSource {

    private final String name;
    private final NumberMapping.Ranges ranges;
    private final List<Part> parts;
    private final TimeSource time;
    private int position;

    private record Part(Progression numbers, GuardedCounter counter, Breaker breaker) {

        boolean isOver() {
            return counter.fault() != null;
        }
    }

    /**
     * @param ranges how many counters there are, and how many numbers each has
     * @param start which of the region's counters is first
     * @param open makes the counter of a name and its numbers
     * @param breakers makes the breaker of a name
     */
    MultiCounter(
            String name,
            NumberMapping.Ranges ranges,
            int start,
            BiFunction<String, Progression, GuardedCounter> open,
            Function<String, Breaker> breakers,
            TimeSource time) {
        this.name = name;
        this.ranges = ranges;
        this.time = time;
        this.parts = IntStream.range(0, ranges.counters())
                .filter(ranges.region()::has)
                .mapToObj(i -> {
                    String key = name + ":" + i;
                    Progression numbers = ranges.numbers(i);
                    return new Part(numbers, open.apply(key, numbers), breakers.apply(key));
                })
                .toList();
        this.position = start % parts.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable Supplier<IdgenException> fault() {
        return parts.stream().allMatch(Part::isOver) ? this::over : null;
    }

    @Override
    public long position() {
        return parts.stream().mapToLong(part -> part.counter.position()).sum();
    }

    @Override
    public void take(int count, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
        Part part = nextReady();
        if (part != null) {
            take(part, (int) Math.min(count, Math.max(1, part.numbers.size())), received, failed);
        } else {
            Supplier<IdgenException> found = fault();
            failed.accept(
                    found != null
                            ? found.get()
                            : new IllegalStateException("no counter is ready: all remaining ones failed recently"));
        }
    }

    private @Nullable Part nextReady() {
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(position);
            position = (position + 1) % parts.size();
            if (!part.isOver() && part.breaker.tryAcquirePermission()) {
                return part;
            }
        }
        return null;
    }

    /** Why no counter is left. If a counter went back, it names that one, because an operator can fix it. */
    private IdgenException over() {
        for (Part part : parts) {
            Supplier<IdgenException> found = part.counter.fault();
            if (found != null && found.get() instanceof CounterWentBackException wentBack) {
                return wentBack;
            }
        }
        long max = parts.get(parts.size() - 1).numbers.max();
        return new CounterExhaustedException(name, max, "set more 'counters'");
    }

    private void take(Part part, int count, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
        long requestedAt = time.nanoTime();
        part.counter.take(
                count,
                block -> {
                    part.breaker.succeeded(time.nanoTime() - requestedAt);
                    received.accept(new NumberBlock(part.numbers.at(block.first()), block.count()));
                },
                failure -> {
                    if (failure instanceof CounterExhaustedException) { // its range is used up
                        part.breaker.succeeded(time.nanoTime() - requestedAt);
                        take(count, received, failed);
                        return;
                    }
                    part.breaker.failed(time.nanoTime() - requestedAt, failure);
                    failed.accept(failure);
                });
    }

    @Override
    public void raiseTo(long number) {
        if (number < 0
                || number >= ranges.counters() * ranges.range()
                || !ranges.region().has(number / ranges.range())) {
            String all = "numbers of '" + name + "' are 0 to " + (ranges.counters() * ranges.range() - 1);
            throw new IllegalArgumentException(all + ofRegion() + ", not " + number);
        }
        partOf(number).counter.raiseTo(number);
    }

    private String ofRegion() {
        return ranges.region().isAll() ? "" : " of the counters of region " + ranges.region();
    }

    private Part partOf(long number) {
        return parts.get((int) ranges.region().count(number / ranges.range()));
    }

    @Override
    public void giveBack(NumberBlock rest) {
        Part part = partOf(rest.end() - 1);
        long first = Math.max(rest.first(), part.numbers.first());
        part.counter.giveBack(new NumberBlock(part.numbers.count(first), (int) (rest.end() - first)));
    }
}
