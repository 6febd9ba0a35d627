package dev.idgen;

/**
 * A generator with a counter for each key, such as a tenant or a branch: {@code invoice.forKey("acme").next()}. A
 * counter begins with its key's first id. Keys do not wait for each other.
 *
 * <p>Ids are unique within a key. They are unique across keys if the template has {@code {key}}. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface KeyedIds<T> {

    /**
     * The generator of a key's ids. Calling this is cheap, asks no store and keeps nothing, so you need not keep the
     * result. It implements {@link CountedIds}.
     *
     * @param key 1 to 64 characters {@code [0-9A-Za-z._-]}; keys that differ in case are different keys
     * @throws IllegalArgumentException if it is anything else
     */
    IdGenerator<T> forKey(String key);

    /** The kind of ids that a key's generator makes. */
    IdScheme scheme();

    /**
     * The parts of an id of any key. If the template has {@code {key}}, the text {@code key} is among them.
     *
     * @throws InvalidIdException if it is not an id of this scheme
     */
    DecodedId decode(T id);

    /**
     * The id of any key with a given usual text.
     *
     * @throws InvalidIdException if the text is not an id of this scheme
     */
    T parse(String text);
}
