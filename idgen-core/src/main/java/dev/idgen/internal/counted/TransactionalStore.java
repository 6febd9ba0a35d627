package dev.idgen.internal.counted;

import dev.idgen.internal.setting.Region;

/** A store whose counters can be counted in the caller's transaction. Thread-safe. */
public interface TransactionalStore {

    /**
     * Counters whose numbers are the caller's only if the transaction commits, and otherwise come again.
     *
     * @param scheme which counts there are; the region's are counted
     */
    KeyedSequences inTransaction(CounterSettings settings, Region region, CountedScheme scheme);
}
