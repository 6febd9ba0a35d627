package dev.idgen;

import java.util.Set;

/** The generators that are configured under {@code idgen.generators}, by name. Thread-safe. */
public interface IdGenerators {

    /** The names of all generators but those with keys. */
    Set<String> names();

    /** The names of all generators with keys. */
    Set<String> keyedNames();

    /**
     * A generator, whatever its ids are.
     *
     * @throws IllegalArgumentException if there is none of that name, the message lists those there are; or if it has
     *     keys
     */
    IdGenerator<?> get(String name);

    /**
     * A generator of ids of a given type.
     *
     * @param type {@code Long}, {@code UUID} or {@code String}
     * @throws IllegalArgumentException if there is none of that name, or its ids are of another type
     */
    <T> IdGenerator<T> get(String name, Class<T> type);

    /**
     * A generator of {@code long} ids.
     *
     * @throws IllegalArgumentException if there is none of that name, or its ids are not {@code long} values
     */
    LongIdGenerator getLong(String name);

    /**
     * A generator with keys, whatever its ids are.
     *
     * @throws IllegalArgumentException if there is none of that name, or it has no keys
     */
    KeyedIds<?> getKeyed(String name);

    /**
     * A generator with keys, whose ids are of a given type.
     *
     * @param type {@code Long} or {@code String}
     * @throws IllegalArgumentException if there is none of that name, it has no keys, or its ids are of another type
     */
    <T> KeyedIds<T> getKeyed(String name, Class<T> type);
}
