package dev.idgen.internal.counter;

import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Restartable;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The only sequence of a generator. It starts again after it was closed: like a new process, it then forgets what it
 * held, saw or raised before.
 */
public final class RestartableSequence extends Restartable<SegmentChain> implements NumberSequence, KeyedSequences {

    RestartableSequence(Supplier<SegmentChain> opening) {
        super(opening, one -> List.of(GeneratorMeasures.issued(() -> one.tally().issued())), SegmentChain::close);
    }

    @Override
    public NumberSequence of(String counter, long max) {
        return this;
    }

    @Override
    public long next() {
        return latest().next();
    }

    @Override
    public long[] next(int count) {
        return latest().next(count);
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return latest().nextAsync();
    }

    @Override
    public long preview() {
        return latest().preview();
    }

    @Override
    public void raiseTo(long floor) {
        SegmentChain raised = latest();
        raised.raiseTo(floor);
        for (SegmentChain next = latest(); next != raised; next = latest()) {
            raised = next; // it may have fetched numbers before the store was raised
            raised.skipHeld();
        }
    }

    @Override
    public Tally tally() {
        Tally own = latest().tally();
        long issued = measures().get(0).count().getAsLong();
        return new Tally(issued, own.held(), own.waiting(), own.position());
    }

    @Override
    public Optional<String> unavailability() {
        return latest().unavailability();
    }
}
