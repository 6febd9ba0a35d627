package dev.idgen;

/**
 * {@link KeyedIds} of a counter with {@code transactional: true}. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface TransactionalKeyedIds<T> extends KeyedIds<T> {

    /** {@inheritDoc} Its numbers are part of the caller's transaction. */
    @Override
    TransactionalIds<T> forKey(String key);
}
