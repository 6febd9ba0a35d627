package dev.idgen;

/**
 * A generator with a counter for each key, such as a tenant or a branch: {@code invoice.forKey("acme").next()}. A key's
 * counter begins with its first id. Keys do not wait for each other.
 *
 * <p>Ids are unique within a key. If the template has {@code {key}}, they are unique across keys. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface KeyedIds<T> {

    /**
     * The generator of a key's ids, which also implements {@link CountedIds}. The call is cheap and asks no store, so
     * you need not keep the result.
     *
     * @param key 1 to 64 characters {@code [0-9A-Za-z._-]}, case-sensitive
     * @throws InvalidKeyException if the key is anything else
     */
    IdGenerator<T> forKey(String key);

    /** The format of the ids of all keys. */
    IdScheme scheme();

    /**
     * The parts of an id of any key. If the template has {@code {key}}, the string {@code key} is one of them.
     *
     * @throws InvalidIdException if it is not an id of this scheme
     */
    DecodedId decode(T id);

    /**
     * The id, of any key, that a text stands for.
     *
     * @throws InvalidIdException if the text is not an id of this scheme
     */
    T parse(String text);
}
