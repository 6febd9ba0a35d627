package dev.idgen.internal.counted;

import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Restartable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A sequence that starts again after it was closed. Like a new process, it forgets what it held, saw or raised before.
 */
final class RestartableSequence extends Restartable<NumberSequence> implements NumberSequence {

    RestartableSequence(Supplier<NumberSequence> opening) {
        super(opening, one -> List.of(GeneratorMeasures.issued(() -> one.tally().issued())), NumberSequence::close);
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
    public void raiseTo(long floor) {
        latest().raiseTo(floor);
    }

    @Override
    public Tally tally() {
        Tally own = latest().tally();
        long issued = measures().get(0).count().getAsLong();
        return new Tally(issued, own.held(), own.waiting(), own.position());
    }

    @Override
    public Optional<String> trouble() {
        return latest().trouble();
    }

    @Override
    public void close() {
        stop();
    }
}
