package dev.idgen.internal.actuate;

import dev.idgen.SchemeExhaustedException;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A generator whose timestamps run out, with the time left until then. Thread-safe.
 *
 * @param name the generator's name
 * @param generator the generator's state
 * @param end when the last timestamp ends
 * @param clock the clock for the time left
 */
record EndingGenerator(String name, Monitored generator, Instant end, InstantSource clock) implements Monitored {

    /** How early idgen warns. A new layout takes time, because columns and readers may have to change. */
    static final Duration NOTICE = Duration.ofDays(365);

    /** Zero after the end. */
    private Duration left() {
        Duration left = Duration.between(clock.instant(), end);
        return left.isNegative() ? Duration.ZERO : left;
    }

    long daysLeft() {
        return left().toDays();
    }

    /** The warning if the end is less than {@link #NOTICE} away or past, else empty. */
    Optional<String> warning() {
        Duration left = left();
        if (left.isZero()) {
            return Optional.of(over());
        }
        return left.compareTo(NOTICE) >= 0
                ? Optional.empty()
                : Optional.of("its timestamps run out on " + end + ", in " + left.toDays()
                        + " days; from then on it issues no ids. It needs another epoch or layout");
    }

    private String over() {
        return String.valueOf(new SchemeExhaustedException(name, end).getMessage());
    }

    @Override
    public Optional<String> unavailability() {
        return left().isZero() ? Optional.of(over()) : generator.unavailability();
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(generator.measures());
        measures.add(Measure.gauge(
                "idgen.time.left",
                Measure.SECONDS,
                "Time until the timestamps in ids run out",
                () -> left().toSeconds()));
        return List.copyOf(measures);
    }

    @Override
    public Map<String, Object> facts() {
        return generator.facts();
    }
}
