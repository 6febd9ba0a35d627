package dev.idgen.internal.actuate;

import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The endpoint {@code /actuator/idgen}: each generator's state, and the parts of an id. Read-only; sends no request to
 * a store.
 */
@Endpoint(id = "idgen")
public final class IdgenEndpoint {

    private final MonitoredBeans parts;

    public IdgenEndpoint(MonitoredBeans parts) {
        this.parts = parts;
    }

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
