package dev.idgen.internal.counter;

import dev.idgen.CountedIds;
import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.IdgenException;
import dev.idgen.TransactionalIds;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that a store counts. They are unique while the store keeps its data, see {@link NumberSequence}; with keys,
 * they are unique within a key. Thread-safe.
 */
/*
 * Each period has its own counter in the store. So if a clock steps back over midnight, the generator continues with
 * the previous day's counter.
 */
public final class CounterNumbers implements IdSource {

    /** Numbers are greater than 0. */
    static final int BITS = Long.SIZE - 1;

    private final CounterScheme scheme;
    private final KeyedSequences counters;

    /** The first day of the period whose numbers to take, as days since 1970; 0 without periods. */
    private final LongSupplier day;

    /** The counter's name without a period. */
    private final String counter;

    private volatile @Nullable Period latest;

    /**
     * A period and its counter. A thread that still has the previous period draws from its counter and writes its date.
     *
     * @param epochDay its first day, as days since 1970; 0 without periods
     */
    private record Period(long epochDay, NumberSequence sequence) {}

    private CounterNumbers(CounterScheme scheme, KeyedSequences counters, LongSupplier day, String counter) {
        this.scheme = scheme;
        this.counters = counters;
        this.day = day;
        this.counter = counter;
        if (scheme.periods().areNone()) {
            begin(0);
        }
    }

    /** Numbers of the present period. */
    static CounterNumbers now(CounterScheme scheme, KeyedSequences counters, TimeSource time, String counter) {
        Periods periods = scheme.periods();
        LongSupplier today = periods.areNone()
                ? () -> 0
                : () -> periods.begin(Instant.ofEpochMilli(time.millis())).toEpochDay();
        return new CounterNumbers(scheme, counters, today, counter);
    }

    /**
     * The ids that a spec describes: strings if there is a template, else numbers. With keys, it is a
     * {@link dev.idgen.KeyedIds}, else a generator.
     */
    public static Codec<?> generator(CounterSpec spec, KeyedSequences counters, TimeSource time) {
        return spec.keyed()
                ? KeyedNumbers.of(spec, counters, time)
                : now(spec.scheme(), counters, time, spec.scheme().generator())
                        .generator(spec.transactional(), new Calls());
    }

    Ids<?> generator(boolean transactional, Calls calls) {
        NumberTemplate template = scheme.template();
        if (template == null) {
            return transactional ? new TransactionalLongs(IdType.LONG, calls) : new Longs(IdType.LONG, calls);
        }
        return texts(transactional, template, calls);
    }

    private Texts texts(boolean transactional, IdType<String> form, Calls calls) {
        return transactional ? new TransactionalTexts(form, calls) : new Texts(form, calls);
    }

    /** Ids without a template. */
    public sealed class Longs extends LongIds implements CountedIds<Long> {

        private Longs(IdType<Long> form, Calls calls) {
            super(CounterNumbers.this, form, calls);
        }

        @Override
        protected LongIds in(IdType<Long> other, Calls shared) {
            return new Longs(other, shared);
        }

        /** {@inheritDoc} Without a template there are no periods. */
        @Override
        public Longs on(Temporal date) {
            Argument.given("date", date);
            return this;
        }

        @Override
        public Long preview() {
            permitted();
            return CounterNumbers.this.preview(form(), calls());
        }

        @Override
        public void raiseTo(long floor) {
            CounterNumbers.this.raiseTo(floor);
        }
    }

    /** Ids without a template, drawn in the caller's transaction. */
    public final class TransactionalLongs extends Longs implements TransactionalIds<Long> {

        private TransactionalLongs(IdType<Long> form, Calls calls) {
            super(form, calls);
        }

        @Override
        protected LongIds in(IdType<Long> other, Calls shared) {
            return new TransactionalLongs(other, shared);
        }

        @Override
        public TransactionalLongs on(Temporal date) {
            return (TransactionalLongs) super.on(date);
        }

        @Override
        public Long nextForRequest(String requestKey) {
            permitted();
            String text = givenTo(requestKey, form(), calls());
            if (!text.matches("\\d+")) {
                throw new IllegalStateException("the request has the id " + Quote.of(text) + " of " + scheme
                        + ", which has no template any more, so its ids are numbers: set the template again");
            }
            return Long.valueOf(text);
        }
    }

    /** Ids with a template. */
    public sealed class Texts extends Ids<String> implements CountedIds<String> {

        private Texts(IdType<String> form, Calls calls) {
            super(CounterNumbers.this, form, calls);
        }

        @Override
        protected Ids<String> in(IdType<String> other, Calls shared) {
            return new Texts(other, shared);
        }

        @Override
        public Texts on(Temporal date) {
            Periods periods = scheme.periods();
            Argument.given("date", date);
            if (periods.areNone()) {
                return this;
            }
            long fixed = periods.begin(date).toEpochDay();
            CounterNumbers dated = new CounterNumbers(scheme, counters, () -> fixed, counter);
            return dated.texts(this instanceof TransactionalIds, form(), calls());
        }

        @Override
        public String preview() {
            permitted();
            return CounterNumbers.this.preview(form(), calls());
        }

        @Override
        public void raiseTo(long floor) {
            CounterNumbers.this.raiseTo(floor);
        }
    }

    /** Ids with a template, drawn in the caller's transaction. */
    public final class TransactionalTexts extends Texts implements TransactionalIds<String> {

        private TransactionalTexts(IdType<String> form, Calls calls) {
            super(form, calls);
        }

        @Override
        protected Ids<String> in(IdType<String> other, Calls shared) {
            return new TransactionalTexts(other, shared);
        }

        @Override
        public TransactionalTexts on(Temporal date) {
            return (TransactionalTexts) super.on(date);
        }

        /** {@inheritDoc} A request that has an id keeps it, even if the template has another form by now. */
        @Override
        public String nextForRequest(String requestKey) {
            permitted();
            return givenTo(requestKey, form(), calls());
        }
    }

    private Period current() {
        Period known = latest;
        long wanted = day.getAsLong();
        return known != null && known.epochDay() == wanted ? known : begin(wanted);
    }

    private Period begin(long epochDay) {
        Periods periods = scheme.periods();
        String name = counter;
        if (!periods.areNone()) {
            LocalDate begin = LocalDate.ofEpochDay(epochDay);
            periods.requireOpen(scheme.generator(), begin);
            name += ":" + periods.name(begin);
        }
        Period begun = new Period(epochDay, counters.of(name, scheme.numbers().max()));
        latest = begun;
        return begun;
    }

    private <T> T preview(IdType<T> form, Calls calls) {
        try {
            Period now = current();
            return form.of(now.epochDay(), scheme.numbers().id(now.sequence().preview()));
        } catch (IdgenException e) {
            throw calls.failed(e);
        }
    }

    private void raiseTo(long floor) {
        if (floor > scheme.numbers().max()) {
            throw new IllegalArgumentException(
                    scheme + " has numbers up to " + scheme.numbers().max() + ", so it cannot be raised to " + floor);
        }
        current().sequence().raiseTo(scheme.numbers().counted(floor));
    }

    @Override
    public <T> T next(IdType<T> form) {
        Period now = current();
        return form.of(now.epochDay(), scheme.numbers().id(now.sequence().next()));
    }

    @Override
    public long nextLong() {
        return scheme.numbers().id(current().sequence().next());
    }

    @Override
    public <T> List<T> next(int count, IdType<T> form) {
        Period now = current();
        return LongStream.of(now.sequence().next(Batches.check(count)))
                .mapToObj(next -> form.of(now.epochDay(), scheme.numbers().id(next)))
                .toList();
    }

    @Override
    public long[] nextLongs(int count) {
        return LongStream.of(current().sequence().next(Batches.check(count)))
                .map(scheme.numbers()::id)
                .toArray();
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdType<T> form) {
        Period now = current();
        return Waiters.mapped(
                now.sequence().nextAsync(),
                count -> form.of(now.epochDay(), scheme.numbers().id(count)));
    }

    private String givenTo(String requestKey, IdType<?> form, Calls calls) {
        AllowedNames.requestKey(Argument.given("requestKey", requestKey));
        try {
            Period now = current();
            return now.sequence()
                    .nextForRequest(
                            counter,
                            requestKey,
                            number -> form.of(now.epochDay(), number).toString())
                    .orElseThrow(() -> new IllegalStateException(
                            scheme + " counts in memory, which knows no request keys: test this with a database"));
        } catch (IdgenException e) {
            throw calls.failed(e);
        }
    }

    @Override
    public Map<String, Object> sharedSettings() {
        return scheme.sharedSettings(false);
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
    public Optional<String> unavailability() {
        Period known = latest;
        return known == null ? Optional.empty() : known.sequence().unavailability();
    }

    @Override
    public List<Measure> measures() {
        return List.of(
                GeneratorMeasures.issued(() -> counters.tally().issued()),
                GeneratorMeasures.held(() -> counters.tally().held()),
                GeneratorMeasures.waiting(() -> counters.tally().waiting()),
                GeneratorMeasures.left(() -> scheme.numbers().size() - position()),
                GeneratorMeasures.total(scheme.numbers()::size));
    }

    private long position() {
        Period known = latest;
        return known == null ? 0 : known.sequence().tally().position();
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
