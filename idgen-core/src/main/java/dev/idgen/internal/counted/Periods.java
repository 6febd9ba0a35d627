package dev.idgen.internal.counted;

import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of a generator whose numbers begin again in each period, one for each; or its only one, if there are no
 * periods. Thread-safe.
 */
/*
 * Each period has a counter of its own in the store, so a clock that steps back over midnight goes on with the counter
 * of the day before. latest is replaced when the period changes; a thread that still has the one before draws from its
 * counter, and writes its period.
 */
public final class Periods {

    private final @Nullable Period only;
    private final LongSupplier begin;
    private final LongFunction<NumberSequence> opening;
    private final Map<Long, Period> all = new ConcurrentHashMap<>();
    private volatile @Nullable Period latest;

    /**
     * A period.
     *
     * @param epochDay the day that it begins with, as days since 1970; 0 if it is the only one
     */
    record Period(long epochDay, NumberSequence sequence) {}

    private Periods(@Nullable Period only, LongSupplier begin, LongFunction<NumberSequence> opening) {
        this.only = only;
        this.latest = only;
        this.begin = begin;
        this.opening = opening;
    }

    /** One sequence for ever. */
    public static Periods none(NumberSequence sequence) {
        return new Periods(new Period(0, sequence), () -> 0, day -> sequence);
    }

    /**
     * The sequences of a scheme: one for each period if its template has a date, else one for ever.
     *
     * @param name of the counter; that of a period's has the period after a colon
     * @param opening gives the sequence of a counter
     */
    public static Periods of(
            CountedScheme scheme, String name, TimeSource time, Function<String, NumberSequence> opening) {
        NumberTemplate template = scheme.template();
        return template == null || !template.isPeriodic()
                ? none(opening.apply(name))
                : of(template, scheme.zone(), time, period -> opening.apply(name + ":" + period));
    }

    /**
     * The periods of a template with a date.
     *
     * @param zone where days begin
     * @param opening gives the sequence of a period, which the template writes in this way
     */
    static Periods of(NumberTemplate template, ZoneId zone, TimeSource time, Function<String, NumberSequence> opening) {
        return new Periods(
                null,
                () -> template.begin(LocalDate.ofInstant(Instant.ofEpochMilli(time.millis()), zone))
                        .toEpochDay(),
                day -> opening.apply(template.period(LocalDate.ofEpochDay(day))));
    }

    /** The period that it is now. */
    Period current() {
        if (only != null) {
            return only;
        }
        long day = begin.getAsLong();
        Period known = latest;
        if (known != null && known.epochDay() == day) {
            return known;
        }
        Period next = all.computeIfAbsent(day, its -> new Period(its, opening.apply(its)));
        latest = next;
        return next;
    }

    /** The period that was asked for last, if one was. */
    Optional<Period> latest() {
        return Optional.ofNullable(latest);
    }

    /** All sequences there have been, the latest period's first. */
    List<NumberSequence> sequences() {
        Period present = latest;
        return present == null
                ? List.of()
                : Stream.concat(Stream.of(present), all.values().stream().filter(period -> !period.equals(present)))
                        .map(Period::sequence)
                        .toList();
    }
}
