package dev.idgen.internal.counted;

import dev.idgen.CounterReport;
import dev.idgen.internal.request.Region;
import java.util.List;

/** A store whose counters can be counted in the caller's transaction. Thread-safe. */
public interface TransactionalStore {

    /**
     * Opens a counter whose numbers are the caller's only if his transaction commits, and otherwise come again.
     *
     * @param counter its name in the store
     * @param scheme which counts there are; the region's are counted
     */
    NumberSequence inTransaction(String counter, CounterSettings settings, Region region, CountedScheme scheme);

    /** Compares the counters of a generator with a column, see {@link dev.idgen.CounterAudit}. */
    List<CounterReport> audit(CountedScheme scheme, Region region, StoredColumn stored, int mostGaps);
}
