package dev.idgen.internal.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something that operators may look at: a generator, or a part of one. Looking asks no store and never blocks.
 * Thread-safe.
 */
public interface Monitored {

    /** Why it cannot issue ids at the moment, as far as it knows without asking; empty if it can. */
    default Optional<String> trouble() {
        return Optional.empty();
    }

    /** Its figures: always the same ones, whose values change. */
    default List<Measure> measures() {
        return List.of();
    }

    /** Further facts by name: strings, numbers and instants. */
    default Map<String, Object> facts() {
        return Map.of();
    }
}
