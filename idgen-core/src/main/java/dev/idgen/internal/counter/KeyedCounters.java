package dev.idgen.internal.counter;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.internal.counter.CounterTraces.Trace;
import dev.idgen.internal.monitor.Restartable;
import dev.idgen.internal.request.Requests;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a generator: one for each key and period, or a single one. A counter is open while callers wait for
 * its numbers; otherwise only its {@link Trace} is kept. Each counter has its own queue and requests, so callers wait
 * only for others with the same key. Thread-safe.
 *
 * <p>After a restart, the counters forget what they saw before, like a new process.
 */
/*
 * Callers enter and leave in ConcurrentHashMap.compute, which is atomic for a name: a counter is in the map <=> it has
 * users. The last user to leave stores what the counter has seen, and the next one to enter reads it. So there are
 * never two open counters of one name, one of which does not know what the other has seen. The lock of compute may also
 * cover other names; no code waits while it holds the lock.
 */
final class KeyedCounters extends Restartable<KeyedCounters.Run> implements KeyedSequences {

    private static final Set<Reason> OF_THE_STORE = Set.of(Reason.FAILED, Reason.TIMED_OUT);

    private final LongAdder issued = new LongAdder();

    /**
     * @param opening opens the counter of a name that is used for the first time, or again. It continues from what is
     *     known of it
     */
    KeyedCounters(BiFunction<String, Trace, MergedCounter> opening) {
        super(() -> new Run(opening), run -> List.of(), Run::close);
    }

    @Override
    public NumberSequence of(String counter, long max) {
        return new Counter(this, counter, max);
    }

    @Override
    public NumberSequence.Tally tally() {
        long waiting = latest().open.values().stream()
                .mapToLong(entered -> entered.counter.waiting())
                .sum();
        return new NumberSequence.Tally(issued.sum(), 0, waiting, 0);
    }

    @Override
    public Optional<String> unavailability() {
        return Optional.ofNullable(latest().failed).flatMap(MergedCounter::unavailability);
    }

    /** The open counters from a start to a stop. */
    static final class Run {

        private final BiFunction<String, Trace, MergedCounter> opening;
        final ConcurrentMap<String, Open> open = new ConcurrentHashMap<>();
        private final CounterTraces traces = new CounterTraces();
        private volatile boolean closed;

        /** The counter of the latest finished call, if the store gave it no number. */
        private volatile @Nullable MergedCounter failed;

        Run(BiFunction<String, Trace, MergedCounter> opening) {
            this.opening = opening;
        }

        /** Opens the counter of a name. The caller must {@link #leave} it after use. */
        MergedCounter enter(String name) {
            Open entered = open.compute(name, (key, known) -> {
                Open one = known == null ? new Open(opening.apply(key, traces.get(key)), new AtomicInteger()) : known;
                one.users.incrementAndGet();
                return one;
            });
            if (closed) {
                entered.counter.close(); // it may have entered the map after the others were closed
            }
            return entered.counter;
        }

        void leave(String name) {
            open.computeIfPresent(name, (key, left) -> {
                if (left.users.decrementAndGet() > 0) {
                    return left;
                }
                traces.put(name, left.counter.source().trace());
                return null;
            });
        }

        void note(MergedCounter counter, @Nullable Throwable failure) {
            if (failure == null) {
                failed = null;
            } else if (failure instanceof CounterUnavailableException unavailable
                    && OF_THE_STORE.contains(unavailable.reason())) {
                failed = counter;
            }
        }

        void close() {
            closed = true;
            open.values().forEach(entered -> entered.counter.close());
        }
    }

    /** A counter, and how many calls use it. */
    record Open(MergedCounter counter, AtomicInteger users) {}

    /**
     * A counter that is open only while it is used.
     *
     * @param max the greatest number of its calls; others may use the counter with another maximum
     */
    private record Counter(KeyedCounters all, String name, long max) implements NumberSequence {

        @Override
        public long next() {
            return next(1)[0];
        }

        @Override
        public long[] next(int count) {
            return use((run, counter) -> {
                try {
                    long[] numbers = counter.next(count, max);
                    run.note(counter, null);
                    all.issued.add(count);
                    return numbers;
                } catch (CounterUnavailableException e) {
                    run.note(counter, e);
                    throw e;
                }
            });
        }

        @Override
        public CompletableFuture<Long> nextAsync() {
            Run run = all.latest();
            MergedCounter counter = run.enter(name);
            CompletableFuture<Long> own = counter.nextAsync(max);
            CompletableFuture<Long> outcome = own.whenComplete((number, failure) -> {
                run.leave(name);
                run.note(counter, failure == null ? null : Requests.unwrap(failure));
                if (failure == null) {
                    all.issued.increment();
                }
            });
            outcome.whenComplete((number, failure) -> own.cancel(false)); // who cancels the outcome wants no number
            return outcome;
        }

        private <T> T use(BiFunction<Run, MergedCounter, T> task) {
            Run run = all.latest();
            MergedCounter counter = run.enter(name);
            try {
                return task.apply(run, counter);
            } finally {
                run.leave(name);
            }
        }

        @Override
        public long preview() {
            return use((run, counter) -> counter.source().preview(max));
        }

        @Override
        public void raiseTo(long floor) {
            use((run, counter) -> {
                counter.source().raiseTo(floor);
                return floor;
            });
        }

        /** {@inheritDoc} Numbers issued are those of all counters. */
        @Override
        public Tally tally() {
            return use((run, counter) -> new Tally(
                    all.issued.sum(), 0, counter.waiting(), counter.source().position()));
        }

        @Override
        public Optional<String> unavailability() {
            return use((run, counter) -> counter.unavailability()).or(all::unavailability);
        }
    }
}
