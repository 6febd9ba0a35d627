package dev.idgen.internal.counter;

import dev.idgen.CountedIds;
import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdScheme;
import dev.idgen.KeyedIds;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.ids.Permission;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
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
    private static final int BITS = Long.SIZE - 1;

    private final CounterScheme scheme;
    private final KeyedSequences counters;
    private final TimeSource time;

    /** The counter's name without a period; null for the ids of all keys, which can only be read. */
    private final @Nullable String counter;

    private volatile @Nullable Period latest;

    /**
     * A period and its counter. A thread that still has the previous period draws from its counter and writes its date.
     *
     * @param epochDay its first day, as days since 1970; 0 without periods
     */
    private record Period(long epochDay, NumberSequence sequence) {}

    private CounterNumbers(CounterScheme scheme, KeyedSequences counters, TimeSource time, @Nullable String counter) {
        this.scheme = scheme;
        this.counters = counters;
        this.time = time;
        this.counter = counter;
        if (counter != null && !scheme.isPeriodic()) {
            begin(0);
        }
    }

    /**
     * The generator of all ids that a spec describes: of strings if there is a template, else of numbers. With keys, it
     * only reads ids, and {@link #keyed} has the generators of the keys.
     */
    public static Ids<?> generator(CounterSpec spec, KeyedSequences counters, TimeSource time) {
        CounterScheme scheme = spec.scheme();
        return new CounterNumbers(scheme, counters, time, spec.keyed() ? null : scheme.generator()).generator();
    }

    private Ids<?> generator() {
        NumberTemplate template = scheme.template();
        Permission permission = new Permission();
        return template == null ? new Longs(IdType.LONG, permission) : new Texts(template, permission);
    }

    /** The generators of the keys whose ids a generator reads; null if there are no keys. */
    public static @Nullable KeyedIds<?> keyed(IdGenerator<?> reader) {
        return reader instanceof Ids<?> ids && ids.source() instanceof CounterNumbers all && all.counter == null
                ? new Keys<>(ids, all)
                : null;
    }

    private record Keys<T>(Ids<T> reader, CounterNumbers all) implements KeyedIds<T> {

        @Override
        @SuppressWarnings("unchecked") // the key's generator has the same form
        public IdGenerator<T> forKey(String key) {
            String name = AllowedNames.keyed(all.scheme.generator(), AllowedNames.key(Argument.given("key", key)));
            CounterNumbers own = new CounterNumbers(all.scheme.forKey(key), all.counters, all.time, name);
            return reader.shownAlike((Ids<T>) own.generator(), UnaryOperator.identity());
        }

        @Override
        public IdScheme scheme() {
            return reader.scheme();
        }

        @Override
        public DecodedId decode(T id) {
            return reader.decode(id);
        }

        @Override
        public T parse(String text) {
            return reader.parse(text);
        }

        @Override
        public String toString() {
            return reader + " with keys";
        }
    }

    private final class Longs extends LongIds implements CountedIds {

        Longs(IdType<Long> form, Permission permission) {
            super(CounterNumbers.this, form, permission);
        }

        @Override
        protected Longs in(IdType<Long> other, Permission shared) {
            return new Longs(other, shared);
        }

        @Override
        public void raiseTo(long floor) {
            CounterNumbers.this.raiseTo(floor);
        }
    }

    private final class Texts extends Ids<String> implements CountedIds {

        Texts(IdType<String> form, Permission permission) {
            super(CounterNumbers.this, form, permission);
        }

        @Override
        protected Texts in(IdType<String> other, Permission shared) {
            return new Texts(other, shared);
        }

        @Override
        public void raiseTo(long floor) {
            CounterNumbers.this.raiseTo(floor);
        }
    }

    private Period current() {
        Period known = latest;
        long day = scheme.period(time);
        return known != null && known.epochDay() == day ? known : begin(day);
    }

    private Period begin(long day) {
        if (counter == null) {
            throw new UnsupportedOperationException(scheme + " has a counter for each key: call forKey");
        }
        Period begun = new Period(day, counters.of(scheme.counter(counter, day)));
        latest = begun;
        return begun;
    }

    private void raiseTo(long floor) {
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

    @Override
    @SuppressWarnings("unchecked") // ids are numbers if there is no template, else strings
    public <T> T nextForRequest(String requestKey, IdType<T> form) {
        Period now = current();
        return now.sequence()
                .nextForRequest(
                        String.valueOf(counter),
                        AllowedNames.requestKey(requestKey),
                        number -> form.of(now.epochDay(), number).toString())
                .map(text -> (T) given(text))
                .orElseGet(() -> IdSource.super.nextForRequest(requestKey, form));
    }

    /** The id that a request was given: a string unchanged, even if the template has another form by now. */
    private Object given(String text) {
        if (scheme.template() != null) {
            return text;
        }
        if (!text.matches("\\d+")) {
            throw new IllegalStateException("the request has the id " + Quote.of(text) + " of " + scheme
                    + ", which has no template any more, so its ids are numbers: set the template again");
        }
        return Long.valueOf(text);
    }

    @Override
    public Map<String, Object> sharedSettings() {
        return scheme.sharedSettings(counter == null);
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
        return counter == null
                ? counters.unavailability()
                : known == null ? Optional.empty() : known.sequence().unavailability();
    }

    @Override
    public List<Measure> measures() {
        Measure issued = GeneratorMeasures.issued(() -> counters.tally().issued());
        Measure waiting = GeneratorMeasures.waiting(() -> counters.tally().waiting());
        return counter == null
                ? List.of(issued, waiting)
                : List.of(
                        issued,
                        GeneratorMeasures.held(() -> counters.tally().held()),
                        waiting,
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
