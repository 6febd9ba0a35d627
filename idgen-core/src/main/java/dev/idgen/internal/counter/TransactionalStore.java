package dev.idgen.internal.counter;

import dev.idgen.internal.setting.Region;

/** A store that can count in the caller's transaction. Thread-safe. */
public interface TransactionalStore {

    /**
     * Counters whose numbers belong to the caller only if the transaction commits; otherwise they are issued again.
     *
     * @param region the region whose numbers are counted
     * @param scheme says which counters there are
     */
    KeyedSequences inTransaction(CounterSettings settings, Region region, CounterScheme scheme);
}
