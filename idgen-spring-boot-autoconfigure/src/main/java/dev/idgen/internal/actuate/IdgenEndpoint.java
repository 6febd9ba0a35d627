package dev.idgen.internal.actuate;

import dev.idgen.CountedIds;
import dev.idgen.IdCodec;
import dev.idgen.IdScheme;
import dev.idgen.IdgenException;
import dev.idgen.InvalidIdException;
import dev.idgen.KeyedIds;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The endpoint {@code /actuator/idgen}: each generator's state, and the parts of an id. Reading sends no request to a
 * store. If {@code management.endpoint.idgen.access} is {@code unrestricted}, it also raises counters.
 */
@Endpoint(id = "idgen", defaultAccess = Access.READ_ONLY)
public record IdgenEndpoint(MonitoredBeans parts) {

    private static final Logger log = LoggerFactory.getLogger(IdgenEndpoint.class);

    /** Of a message in the log. */
    private static final int MOST_CHARACTERS = 500;

    /** All generators and the findings about the stores. */
    @ReadOperation
    public Report generators() {
        Map<String, State> states = new LinkedHashMap<>();
        parts.monitored().forEach((name, part) -> states.put(name, state(name, part)));
        Map<String, Examined> stores = new LinkedHashMap<>();
        parts.storeChecks()
                .forEach(checks -> stores.put(checks.store(), new Examined(checks.examinedAt(), checks.findings())));
        return new Report(parts.region(), parts.store(), states, stores);
    }

    /** One generator; null, which means 404, if there is none of that name. */
    @ReadOperation
    public @Nullable State generator(@Selector String generator) {
        Monitored part = parts.monitored().get(generator);
        return part == null ? null : state(generator, part);
    }

    /**
     * The parts of an id, given as its text or as a column keeps it; null, which means 404, if there is no generator of
     * that name.
     */
    @ReadOperation
    public @Nullable Decoded decode(@Selector String generator, @Selector String id) {
        try {
            return parts.decoded(generator, id).orElse(null);
        } catch (InvalidIdException e) {
            return new Decoded(false, null, null, null, Map.of(), e.getMessage());
        }
    }

    /**
     * Raises a counter, see {@link CountedIds#raiseTo}, and logs what changed, or why it was refused. What the request
     * or the application's KeyTemplates bean gets wrong is answered with 400.
     *
     * @param to the counter's new last number, as in the id
     * @param key the key, if the generator has keys
     * @param date a day of the period, such as {@code 2026-12-31}; if null, the current period
     */
    @WriteOperation
    public Raised raise(@Selector String generator, long to, @Nullable String key, @Nullable String date) {
        try {
            IdCodec<?> ids = parts.codec(generator)
                    .orElseThrow(() -> new IllegalArgumentException("there is no generator " + Quote.of(generator)));
            return raise(counter(ids, key, date), generator, key, date, to);
        } catch (IllegalArgumentException | IllegalStateException | DateTimeException | IdgenException e) {
            String problem = Quote.cut(String.valueOf(e.getMessage()), MOST_CHARACTERS); // it may quote the request
            log.warn("the counter of {} was not raised to {}: {}", Quote.of(generator), to, problem);
            throw new InvalidEndpointRequestException(problem, problem, e);
        }
    }

    private static CountedIds<?> counter(IdCodec<?> ids, @Nullable String key, @Nullable String date) {
        CountedIds<?> counter;
        if (ids instanceof KeyedIds<?> keyed) {
            if (key == null) {
                throw new IllegalArgumentException("the generator has keys: give 'key', too");
            }
            counter = keyed.forKey(key);
        } else if (key == null && ids instanceof CountedIds<?> only) {
            counter = only;
        } else {
            throw new IllegalArgumentException("the generator has no counter" + (key == null ? "" : " with keys"));
        }
        return date == null ? counter : counter.on(LocalDate.parse(date));
    }

    private static <T> Raised raise(
            CountedIds<T> counter, String generator, @Nullable String key, @Nullable String date, long to) {
        String before = next(counter);
        counter.raiseTo(to);
        Raised raised = new Raised(before, next(counter));
        String named = "'" + generator + "'" + (key == null ? "" : ", key " + key) + (date == null ? "" : ", " + date);
        String next = "its next id was " + raised.before() + ", and is " + raised.after();
        log.warn("the counter of {} is at least {} now: {}", named, to, next);
        return raised;
    }

    /** The counter's next id; null if it has none now, for example because it went back. */
    private static <T> @Nullable String next(CountedIds<T> counter) {
        try {
            return counter.format(counter.preview());
        } catch (IdgenException e) {
            return null;
        }
    }

    private State state(String name, Monitored part) {
        Map<String, Object> measures = new TreeMap<>();
        for (Measure measure : part.measures()) {
            String key = measure.name().substring("idgen.".length())
                    + measure.tags().values().stream().map(tag -> "." + tag).reduce("", String::concat);
            double value = measure.kind() == Measure.Kind.GAUGE
                    ? measure.value().getAsDouble()
                    : measure.count().getAsLong();
            measures.put(key, value == Math.rint(value) ? (Object) (long) value : (Object) value);
        }
        IdScheme scheme = parts.scheme(name).orElse(null);
        return new State(scheme, part.unavailability().orElse(null), part.facts(), measures);
    }

    /**
     * All generators.
     *
     * @param region the application's share of the namespace
     * @param store the store that leases numbers and node ids; null if there is none
     * @param generators by name
     * @param stores by name
     */
    public record Report(
            String region, @Nullable String store, Map<String, State> generators, Map<String, Examined> stores) {}

    /**
     * The result of the check of a store at startup.
     *
     * @param examinedAt when the check ended; null if it has not ended
     * @param findings settings that put ids at risk, by name of the finding
     */
    public record Examined(@Nullable Instant examinedAt, Map<String, String> findings) {}

    /**
     * One generator.
     *
     * @param scheme the format of its ids; null for a part that several generators share
     * @param unavailability why it issues no ids now; null if it does
     * @param facts further state, such as node id and lease
     * @param measures its metrics by name
     */
    public record State(
            @Nullable IdScheme scheme,
            @Nullable String unavailability,
            Map<String, Object> facts,
            Map<String, Object> measures) {}

    /**
     * A counter that was raised.
     *
     * @param before its next id before; null if it had none
     * @param after its next id now; null if it has none
     */
    public record Raised(@Nullable String before, @Nullable String after) {}

    /**
     * The parts of an id.
     *
     * @param valid whether it is an id of the generator
     * @param id the id as a column keeps it; null if it is not valid
     * @param text the id as users see it; null if it is not valid
     * @param instant the time in the id, or null
     * @param parts the parts by name
     * @param problem why it is not an id of the generator; null if it is
     */
    public record Decoded(
            boolean valid,
            @Nullable String id,
            @Nullable String text,
            @Nullable Instant instant,
            Map<String, Object> parts,
            @Nullable String problem) {}
}
