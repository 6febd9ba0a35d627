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

/** The sequences of a generator: one for each period, or only one without periods. Thread-safe. */
/*
 * Each period has its own counter in the store. So if a clock steps back over midnight, the generator continues with
 * the previous day's counter. latest changes with the period. A thread that still has the previous one draws from its
 * counter and writes its date.
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
     * @param epochDay its first day, as days since 1970; 0 if it is the only one
     */
    record Period(long epochDay, NumberSequence sequence) {}

    private Periods(@Nullable Period only, LongSupplier begin, LongFunction<NumberSequence> opening) {
        this.only = only;
        this.latest = only;
        this.begin = begin;
        this.opening = opening;
    }

    /** One sequence without periods. */
    public static Periods none(NumberSequence sequence) {
        return new Periods(new Period(0, sequence), () -> 0, day -> sequence);
    }

    /**
     * The sequences of a scheme: one for each period if its template has a date, else only one.
     *
     * @param name the counter's name; a colon and the period are appended for a period's counter
     * @param opening opens the sequence of a counter
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
     * @param zone days begin at midnight in this zone
     * @param opening opens the sequence of a period, which is written like in the template
     */
    static Periods of(NumberTemplate template, ZoneId zone, TimeSource time, Function<String, NumberSequence> opening) {
        return new Periods(
                null,
                () -> template.begin(LocalDate.ofInstant(Instant.ofEpochMilli(time.millis()), zone))
                        .toEpochDay(),
                day -> opening.apply(template.period(LocalDate.ofEpochDay(day))));
    }

    /** The current period. */
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

    /** The period of the latest call, if there was one. */
    Optional<Period> latest() {
        return Optional.ofNullable(latest);
    }

    /** The sequences of all periods so far, the latest first. */
    List<NumberSequence> sequences() {
        Period present = latest;
        return present == null
                ? List.of()
                : Stream.concat(Stream.of(present), all.values().stream().filter(period -> !period.equals(present)))
                        .map(Period::sequence)
                        .toList();
    }
}
