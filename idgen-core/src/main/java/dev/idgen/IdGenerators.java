package dev.idgen;

import java.util.Set;

/** The generators configured under {@code idgen.generators}, by name. Thread-safe. */
public interface IdGenerators {

    /** The names of all generators without keys. */
    Set<String> names();

    /** The names of all generators with keys. */
    Set<String> keyedNames();

    /**
     * A generator of ids of any type.
     *
     * @throws IllegalArgumentException if there is no such generator, or it has keys; the message lists the known names
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
