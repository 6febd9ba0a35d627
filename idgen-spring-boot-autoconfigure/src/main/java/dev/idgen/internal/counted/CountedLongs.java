package dev.idgen.internal.counted;

import dev.idgen.CountedIds;
import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** Numbers that a store counts out. Unique as long as the store keeps its data, see {@link NumberSequence}. Thread-safe. */
public final class CountedLongs extends LongIds implements CountedIds, Monitored {

    private static final int BITS = Long.SIZE - 1;

    private final CountedScheme scheme;
    private final NumberForm form;
    private final NumberSequence sequence;

    public CountedLongs(CountedScheme scheme, NumberSequence sequence) {
        super(IdForm.longs(NumberText.decimal()), BITS);
        this.scheme = scheme;
        this.form = scheme.form();
        this.sequence = sequence;
    }

    @Override
    public long nextLong() {
        return form.id(sequence.next());
    }

    @Override
    public long[] nextLongs(int count) {
        return LongStream.of(sequence.next(Batches.check(count))).map(form::id).toArray();
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return sequence.nextAsync().thenApply(form::id);
    }

    @Override
    public IdScheme scheme() {
        return new IdScheme(
                scheme.type(), form.domain(), scheme.monotonicity(), form.layout(), null, Long.MAX_VALUE, null);
    }

    @Override
    public IdParts decode(Long id) {
        Argument.id(id);
        try {
            return new IdParts(null, form.decompose(id));
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(id + " is not an id of type " + scheme.type() + ": " + e.getMessage());
        }
    }

    @Override
    public Optional<String> trouble() {
        return sequence.trouble();
    }

    @Override
    public List<Measure> measures() {
        return NumberMeasures.of(() -> List.of(sequence), form.size());
    }

    @Override
    public void raiseTo(long floor) {
        sequence.raiseTo(form.count(floor));
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
