package dev.idgen;

/**
 * A generator with a counter for each key, such as a tenant or a branch: {@code invoice.forKey("acme").next()}. A key's
 * counter begins with its first id. Keys do not wait for each other.
 *
 * <p>Ids are unique within a key. If the template has {@code {key}}, they are unique across keys, and the string
 * {@code key} is one of the parts that {@link #decode} returns. It reads ids of any key. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface KeyedIds<T> extends IdCodec<T> {

    /**
     * The generator of a key's ids. The call is cheap and asks no store, so you need not keep the result.
     *
     * @param key 1 to 64 characters {@code [0-9A-Za-z._-]}, case-sensitive
     * @throws InvalidKeyException if the key is anything else
     */
    CountedIds<T> forKey(String key);
}
