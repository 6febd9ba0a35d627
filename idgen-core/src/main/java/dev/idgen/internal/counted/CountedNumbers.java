package dev.idgen.internal.counted;

import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.monitor.Measure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Numbers that a store counts out. Unique as long as the store keeps its data, see {@link NumberSequence}. Thread-safe. */
public final class CountedNumbers implements IdSource {

    /** Numbers are greater than 0. */
    private static final int BITS = Long.SIZE - 1;

    private final CountedScheme scheme;
    private final Periods periods;

    public CountedNumbers(CountedScheme scheme, Periods periods) {
        this.scheme = scheme;
        this.periods = periods;
    }

    @Override
    public <T> T next(IdForm<T> form) {
        Periods.Period now = periods.current();
        return form.of(now.epochDay(), scheme.number(now.sequence().next()));
    }

    @Override
    public long nextLong() {
        return scheme.number(periods.current().sequence().next());
    }

    @Override
    public <T> List<T> next(int count, IdForm<T> form) {
        Periods.Period now = periods.current();
        return LongStream.of(now.sequence().next(Batches.check(count)))
                .mapToObj(next -> form.of(now.epochDay(), scheme.number(next)))
                .toList();
    }

    @Override
    public long[] nextLongs(int count) {
        return LongStream.of(periods.current().sequence().next(Batches.check(count)))
                .map(scheme::number)
                .toArray();
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdForm<T> form) {
        Periods.Period now = periods.current();
        return now.sequence().nextAsync().thenApply(count -> form.of(now.epochDay(), scheme.number(count)));
    }

    /** Raises the counter in the store, that of the present period if there are periods, so that it goes on after a number. */
    void raiseTo(long floor) {
        periods.current().sequence().raiseTo(scheme.numbers().count(floor));
    }

    @Override
    public int bits() {
        return BITS;
    }

    @Override
    public IdScheme scheme() {
        return scheme.describe();
    }

    @Override
    public IdParts decode(Word128 id, @Nullable Instant issuedBy) {
        return scheme.decode(id);
    }

    @Override
    public Optional<String> trouble() {
        return periods.latest().flatMap(latest -> latest.sequence().trouble());
    }

    @Override
    public List<Measure> measures() {
        return NumberMeasures.of(periods::sequences, scheme.size());
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
