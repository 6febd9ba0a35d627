package dev.idgen.internal.storecheck;

import java.util.List;

/**
 * What idgen keeps in a store.
 *
 * @param leases whether the store leases numbers or node ids
 * @param counters the generators that count in the store
 */
public record StoreUse(boolean leases, List<String> counters) {

    public StoreUse {
        counters = List.copyOf(counters);
    }

    /** Whether idgen uses the store at all. */
    public boolean isAny() {
        return leases || counts();
    }

    public boolean counts() {
        return !counters.isEmpty();
    }
}
