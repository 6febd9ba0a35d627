package dev.idgen.internal.counted;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Restartable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counters with keys that start again after they were closed. Like a new process, they forget what they saw or raised
 * before.
 */
final class RestartableKeys extends Restartable<KeyedCounters> implements KeyedSequences {

    private static final Set<Reason> OF_THE_STORE = Set.of(Reason.FAILED, Reason.TIMED_OUT);

    private volatile @Nullable String trouble;

    RestartableKeys(Supplier<KeyedCounters> opening) {
        super(opening, one -> List.of(GeneratorMeasures.issued(one.issued()::sum)), KeyedCounters::close);
    }

    @Override
    public NumberSequence of(String counter) {
        return new Keyed(counter);
    }

    @Override
    public NumberSequence.Tally tally() {
        long issued = measures().get(0).count().getAsLong();
        return new NumberSequence.Tally(issued, 0, latest().waiting(), 0);
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    private void note(@Nullable Throwable failure) {
        if (failure == null) {
            trouble = null;
        } else if (failure instanceof CounterUnavailableException unavailable
                && OF_THE_STORE.contains(unavailable.reason())) {
            trouble = unavailable.getMessage();
        }
    }

    /** A counter that is open only while it is used. */
    private final class Keyed implements NumberSequence {

        private final String name;

        Keyed(String name) {
            this.name = name;
        }

        @Override
        public long next() {
            return next(1)[0];
        }

        @Override
        public long[] next(int count) {
            try {
                KeyedCounters all = latest();
                long[] numbers = use(all, its -> its.next(count));
                all.issued().add(count);
                note(null);
                return numbers;
            } catch (CounterUnavailableException e) {
                note(e);
                throw e;
            }
        }

        @Override
        public CompletableFuture<Long> nextAsync() {
            KeyedCounters all = latest();
            return all.enter(name).nextAsync().whenComplete((number, failure) -> {
                all.leave(name);
                note(failure);
                if (failure == null) {
                    all.issued().increment();
                }
            });
        }

        private <T> T use(KeyedCounters all, Function<MergedCounter, T> task) {
            MergedCounter counter = all.enter(name);
            try {
                return task.apply(counter);
            } finally {
                all.leave(name);
            }
        }

        @Override
        public void raiseTo(long floor) {
            use(latest(), its -> {
                its.raiseTo(floor);
                return its;
            });
        }

        @Override
        public Tally tally() {
            return use(latest(), MergedCounter::tally);
        }

        @Override
        public Optional<String> trouble() {
            return use(latest(), MergedCounter::trouble);
        }

        @Override
        public void close() {}
    }
}
