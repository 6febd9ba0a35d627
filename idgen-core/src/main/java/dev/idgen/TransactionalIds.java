package dev.idgen;

import java.time.temporal.Temporal;

/**
 * Generates ids of a counter with {@code transactional: true}: each is part of the caller's transaction in the
 * database, so numbers have no gap. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface TransactionalIds<T> extends CountedIds<T> {

    /** {@inheritDoc} They are part of the caller's transaction, too. */
    @Override
    TransactionalIds<T> on(Temporal date);

    /**
     * Takes one id for a request, or returns the id that the request already has, for example if a client retries.
     * Calls with the same request key at the same time return the same id. Request keys are part of the caller's
     * transaction: if it rolls back, neither id nor request key is taken. The counter knows a request key for
     * {@code idgen.jdbc.request-key-retention}.
     *
     * @param requestKey the client's name of the request, not the key of {@link KeyedIds}: 1 to 128 characters
     *     {@code [0-9A-Za-z._:-]}, case-sensitive. Each generator, and each of its keys, has its own request keys
     * @throws InvalidKeyException if the request key is anything else
     * @throws IdgenException if the generator can issue no id before its deadline
     */
    T nextForRequest(String requestKey);
}
