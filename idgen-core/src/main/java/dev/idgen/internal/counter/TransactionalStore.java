package dev.idgen.internal.counter;

/** A store that can count in the caller's transaction. Thread-safe. */
public interface TransactionalStore {

    /**
     * Counters whose numbers belong to the caller only if the transaction commits; otherwise they are issued again.
     *
     * @param scheme says which counters there are, and which numbers they have
     */
    KeyedSequences inTransaction(CounterSettings settings, CounterScheme scheme);
}
