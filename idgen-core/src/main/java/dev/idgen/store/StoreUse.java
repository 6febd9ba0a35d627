package dev.idgen.store;

import java.util.List;

/**
 * What idgen keeps in a store.
 *
 * @param leases whether the store leases numbers or node ids
 * @param counters the generators that count in the store
 */
public record StoreUse(boolean leases, List<String> counters) {

    /** For leases, the clocks of a store's servers must differ by less than so many milliseconds. */
    public static final long MARGIN_MILLIS = 2000;

    /** For string ids, so many requests for leases may be under way at once. */
    public static final int MOST_REQUESTS = 8;

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
