package dev.idgen.internal.counted;

import dev.idgen.CountedIds;
import dev.idgen.CounterExhaustedException;
import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Texts with a number that a store counts out, from the beginning again in each period if the template has one. Unique as
 * long as the store keeps its data, see {@link NumberSequence}. Thread-safe.
 */
/*
 * Each period has a counter of its own in the store, so a clock that steps back over midnight goes on with the counter of the
 * day before. current is replaced when the day changes; a thread that still has the one before draws from its counter, and
 * writes its period.
 */
public final class CountedTexts implements IdGenerator<String>, CountedIds, Monitored {

    private final CountedScheme scheme;
    private final NumberForm form;
    private final NumberTemplate template;
    private final ZoneId zone;
    private final TimeSource time;
    private final Function<String, NumberSequence> counters;
    private final Map<String, NumberSequence> periods = new ConcurrentHashMap<>();
    private volatile @Nullable Current current;

    /** The counter of the period that a day is in. */
    private record Current(long epochDay, String period, NumberSequence sequence) {}

    /** @param counters gives the counter of a period */
    public CountedTexts(
            CountedScheme scheme,
            NumberTemplate template,
            ZoneId zone,
            TimeSource time,
            Function<String, NumberSequence> counters) {
        this.scheme = scheme;
        this.form = scheme.form();
        this.template = template;
        this.zone = zone;
        this.time = time;
        this.counters = counters;
    }

    @Override
    public String next() {
        Current now = current();
        return text(now.period(), now.sequence().next());
    }

    @Override
    public CompletableFuture<String> nextAsync() {
        Current now = current();
        return now.sequence().nextAsync().thenApply(count -> text(now.period(), count));
    }

    private String text(String period, long count) {
        long number = form.id(count);
        if (number > template.max()) {
            throw new CounterExhaustedException(scheme.generator(), template.max());
        }
        return template.format(period, number);
    }

    private Current current() {
        LocalDate today = LocalDate.ofInstant(Instant.ofEpochMilli(time.millis()), zone);
        Current known = current;
        if (known != null && (known.epochDay() == today.toEpochDay() || !template.isPeriodic())) {
            return known;
        }
        return begin(today);
    }

    private synchronized Current begin(LocalDate day) {
        String period = template.period(day);
        Current next = new Current(day.toEpochDay(), period, periods.computeIfAbsent(period, counters));
        current = next;
        return next;
    }

    @Override
    public List<String> next(int count) {
        Current now = current();
        return LongStream.of(now.sequence().next(Batches.check(count)))
                .mapToObj(number -> text(now.period(), number))
                .toList();
    }

    @Override
    public IdScheme scheme() {
        return new IdScheme(
                scheme.type(),
                template + " of " + form.domain(),
                scheme.monotonicity(),
                template.toString(),
                null,
                Long.MAX_VALUE,
                null);
    }

    @Override
    public IdParts decode(String id) {
        Argument.id(id);
        try {
            NumberTemplate.TemplateParts parts = template.parse(id);
            Map<String, Long> values = new LinkedHashMap<>();
            values.put("number", parts.number());
            values.putAll(form.decompose(parts.number()));
            LocalDate begin = parts.begin();
            return new IdParts(begin == null ? null : begin.atStartOfDay(zone).toInstant(), values);
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(
                    Quote.of(id) + " is not an id of type " + scheme.type() + ": " + e.getMessage());
        }
    }

    @Override
    public String format(String id) {
        return Argument.id(id);
    }

    @Override
    public String parse(String text) {
        decode(text);
        return text;
    }

    @Override
    public Optional<String> trouble() {
        Current known = current;
        return known == null ? Optional.empty() : known.sequence().trouble();
    }

    @Override
    public List<Measure> measures() {
        return NumberMeasures.of(this::sequences, Math.min(form.size(), form.count(template.max())));
    }

    /** All there have been, the present one first. */
    private List<NumberSequence> sequences() {
        Current known = current;
        if (known == null) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of(known.sequence()),
                        periods.values().stream().filter(sequence -> sequence != known.sequence()))
                .toList();
    }

    /** {@inheritDoc} It is the present period's. */
    @Override
    public void raiseTo(long floor) {
        current().sequence().raiseTo(form.count(floor));
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
