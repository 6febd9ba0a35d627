package dev.idgen.internal.counted;

import dev.idgen.CountedIds;
import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdScheme;
import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.counted.NumberSequence.Tally;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that a store counts. They are unique while the store keeps its data, see {@link NumberSequence}. Thread-safe.
 */
public final class CountedNumbers implements IdSource {

    /** Numbers are greater than 0. */
    private static final int BITS = Long.SIZE - 1;

    private final CountedScheme scheme;
    private final Periods periods;

    public CountedNumbers(CountedScheme scheme, Periods periods) {
        this.scheme = scheme;
        this.periods = periods;
    }

    /** The generator of these ids: of strings if there is a template, else of numbers. */
    public IdGenerator<?> generator() {
        NumberTemplate template = scheme.template();
        return template == null ? new Longs(IdForm.LONG) : new Texts(template);
    }

    private final class Longs extends LongIds implements CountedIds {

        Longs(IdForm<Long> form) {
            super(CountedNumbers.this, form);
        }

        @Override
        public LongIdGenerator withText(PublicText style) {
            return new Longs(shown(style));
        }

        @Override
        public void raiseTo(long floor) {
            CountedNumbers.this.raiseTo(floor);
        }
    }

    private final class Texts extends Ids<String> implements CountedIds {

        Texts(IdForm<String> form) {
            super(CountedNumbers.this, form);
        }

        @Override
        public IdGenerator<String> withText(PublicText style) {
            return new Texts(shown(style));
        }

        @Override
        public void raiseTo(long floor) {
            CountedNumbers.this.raiseTo(floor);
        }
    }

    private void raiseTo(long floor) {
        periods.current().sequence().raiseTo(scheme.numbers().count(floor));
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

    @Override
    public int bits() {
        return BITS;
    }

    @Override
    public IdScheme scheme() {
        return scheme.describe();
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        return scheme.decode(id);
    }

    @Override
    public Optional<String> trouble() {
        return periods.latest().flatMap(latest -> latest.sequence().trouble());
    }

    @Override
    public List<Measure> measures() {
        return List.of(
                GeneratorMeasures.issued(() -> sum(Tally::issued)),
                GeneratorMeasures.held(() -> sum(Tally::held)),
                GeneratorMeasures.waiting(() -> sum(Tally::waiting)),
                GeneratorMeasures.left(() -> scheme.size()
                        - periods.latest()
                                .map(its -> its.sequence().tally().position())
                                .orElse(0L)),
                GeneratorMeasures.total(scheme::size));
    }

    private long sum(ToLongFunction<Tally> part) {
        return periods.sequences().stream()
                .map(NumberSequence::tally)
                .mapToLong(part)
                .sum();
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
