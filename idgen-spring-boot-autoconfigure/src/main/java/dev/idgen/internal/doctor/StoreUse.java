package dev.idgen.internal.doctor;

import java.util.List;

/**
 * What an application keeps in a store.
 *
 * @param leases whether numbers of string ids, or node ids, are leased from it
 * @param counters the generators whose numbers it counts
 */
public record StoreUse(boolean leases, List<String> counters) {

    public StoreUse {
        counters = List.copyOf(counters);
    }

    /** Whether there is anything. */
    public boolean isAny() {
        return leases || counts();
    }

    public boolean counts() {
        return !counters.isEmpty();
    }
}
