package dev.idgen.internal.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A generator, or a part of one, that operators may look at. Looking asks no store and never blocks. Thread-safe. */
public interface Monitored {

    /** Why it cannot issue ids now, as far as it knows without asking a store; empty if it can. */
    default Optional<String> unavailability() {
        return Optional.empty();
    }

    /** Its figures: always the same measures, whose values change. */
    default List<Measure> measures() {
        return List.of();
    }

    /** More facts by name: strings, numbers and instants. */
    default Map<String, Object> facts() {
        return Map.of();
    }
}
