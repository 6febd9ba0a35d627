package dev.idgen.internal.counted;

import dev.idgen.internal.setting.Region;

/** A store whose counters can be counted in the caller's transaction. Thread-safe. */
public interface TransactionalStore {

    /**
     * Opens a counter whose numbers are the caller's only if his transaction commits, and otherwise come again.
     *
     * @param counter its name in the store
     * @param scheme which counts there are; the region's are counted
     */
    NumberSequence inTransaction(String counter, CounterSettings settings, Region region, CountedScheme scheme);
}
