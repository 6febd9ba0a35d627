package dev.idgen.internal.counter;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.IdgenException;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
    private final TimeSource time;

    /** The counter's name without a period. */
    private final String counter;

    /** The first day of the only period whose numbers to take; null for the present one. */
    private final @Nullable LocalDate fixed;

    private volatile @Nullable Period latest;

    /**
     * A period and its counter. A thread that still has the previous period draws from its counter and writes its date.
     *
     * @param epochDay its first day, as days since 1970; 0 without periods
     */
    private record Period(long epochDay, NumberSequence sequence) {}

    /** @param fixed the first day of the only period whose numbers to take; null for the present one */
    CounterNumbers(
            CounterScheme scheme, KeyedSequences counters, TimeSource time, String counter, @Nullable LocalDate fixed) {
        this.scheme = scheme;
        this.counters = counters;
        this.time = time;
        this.counter = counter;
        this.fixed = fixed;
        if (scheme.periods().areNone()) {
            begin(0);
        }
    }

    /**
     * The ids that a spec describes: strings if there is a template, else numbers. With keys, it is a
     * {@link dev.idgen.KeyedIds}, else a generator.
     */
    public static Codec<?> generator(CounterSpec spec, KeyedSequences counters, TimeSource time) {
        return spec.keyed()
                ? KeyedNumbers.of(spec, counters, time)
                : new CounterNumbers(
                                spec.scheme(), counters, time, spec.scheme().generator(), null)
                        .generator(spec.transactional(), new Calls());
    }

    Ids<?> generator(boolean transactional, Calls calls) {
        NumberTemplate template = scheme.template();
        return CounterIds.of(this, transactional, template == null ? IdType.LONG : template, calls);
    }

    /** Whether ids are strings. */
    boolean areTexts() {
        return scheme.template() != null;
    }

    /** The numbers of the period that contains a date. */
    CounterNumbers on(Temporal date) {
        Periods periods = scheme.periods();
        Argument.given("date", date);
        return periods.areNone() ? this : new CounterNumbers(scheme, counters, time, counter, periods.begin(date));
    }

    private Period current() {
        Period known = latest;
        long wanted = epochDay();
        return known != null && known.epochDay() == wanted ? known : begin(wanted);
    }

    private long epochDay() {
        Periods periods = scheme.periods();
        if (periods.areNone()) {
            return 0;
        }
        LocalDate begin = fixed != null ? fixed : periods.begin(Instant.ofEpochMilli(time.millis()));
        return begin.toEpochDay();
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

    <T> T preview(IdType<T> form, Calls calls) {
        calls.require();
        try {
            Period now = current();
            return form.of(now.epochDay(), scheme.numbers().id(now.sequence().preview()));
        } catch (IdgenException e) {
            throw calls.failed(e);
        }
    }

    void raiseTo(long floor) {
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

    /** The text of the id that a request has or gets. */
    String givenTo(String requestKey, IdType<?> form, Calls calls) {
        calls.require();
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

    /** Equal if both always take numbers from the same counter. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CounterNumbers numbers
                && counters.equals(numbers.counters)
                && counter.equals(numbers.counter)
                && Objects.equals(fixed, numbers.fixed);
    }

    @Override
    public int hashCode() {
        return Objects.hash(counter, fixed);
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
