package dev.idgen;

import java.util.Set;

/** The generators configured under {@code idgen.generators}, by name. Thread-safe. */
public interface IdGenerators {

    /** The names of all generators. */
    Set<String> names();

    /**
     * What reads and writes the ids of any generator, also if it has keys or a route, or is of type {@code existing}.
     *
     * @throws IllegalArgumentException if there is no such generator; the message lists the known names
     */
    IdCodec<?> codec(String name);

    /**
     * What reads and writes the ids of any generator.
     *
     * @param type {@code Long}, {@code UUID} or {@code String}
     * @throws IllegalArgumentException if there is no such generator, or its ids are of another type
     */
    <T> IdCodec<T> codec(String name, Class<T> type);

    /**
     * A generator of ids of any type, with the interfaces of its capabilities, such as {@link TimeOrderedIds}.
     *
     * @throws IllegalArgumentException if there is no such generator, it has keys or a route, or is of type
     *     {@code existing}; the message says what to call instead
     */
    IdGenerator<?> get(String name);

    /**
     * A generator of ids of a given type.
     *
     * @param type {@code Long}, {@code UUID} or {@code String}
     * @throws IllegalArgumentException if there is no such generator, or its ids are of another type
     */
    <T> IdGenerator<T> get(String name, Class<T> type);

    /**
     * A generator of {@code long} ids.
     *
     * @throws IllegalArgumentException if there is no such generator, or its ids are not {@code long} values
     */
    LongIdGenerator getLong(String name);

    /**
     * A generator of ids that show a value of each call.
     *
     * @throws IllegalArgumentException if there is no such generator, or its ids have no field {@code route}
     */
    RoutedIds getRouted(String name);

    /**
     * A generator with keys, of ids of any type.
     *
     * @throws IllegalArgumentException if there is no such generator, or it has no keys
     */
    KeyedIds<?> getKeyed(String name);

    /**
     * A generator with keys, of ids of a given type.
     *
     * @param type {@code Long} or {@code String}
     * @throws IllegalArgumentException if there is no such generator, it has no keys, or its ids are of another type
     */
    <T> KeyedIds<T> getKeyed(String name, Class<T> type);
}
