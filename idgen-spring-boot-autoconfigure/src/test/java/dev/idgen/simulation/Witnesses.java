package dev.idgen.simulation;

import dev.idgen.internal.store.SimulatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Keeps a story within what is assumed: after a total loss of data, or one that goes back behind the raising of the longest ttl,
 * the first to ask is not a process that has just started.
 *
 * <p>A namespace without any bucket is new to a process that starts; to others, its buckets were lost. The same holds for a pool
 * of node ids. And as long as the namespace's record is missing, or shows a ttl that is too short, nobody reads it but those who
 * know better.
 */
final class Witnesses {

    private final boolean required;
    private final Predicate<String> isThere;
    private final List<Family> families = new ArrayList<>();
    private long longest;

    /** Records that are new if none of them is there. */
    private static final class Family {

        private final List<String> keys;
        private boolean made;

        Family(List<String> keys) {
            this.keys = keys;
        }
    }

    /** @param isThere whether there is a key */
    Witnesses(boolean required, Predicate<String> isThere) {
        this.required = required;
        this.isThere = isThere;
    }

    void watch(List<String> keys) {
        families.add(new Family(keys));
    }

    /**
     * Whether a request may reach its server.
     *
     * @param joined whether the asker had read the namespace's record when it asked
     */
    boolean admit(SimulatedStore<?> store, Request<?> request, boolean joined) {
        if (!required) {
            return true;
        }
        String key = request.key();
        if (key.equals(Keys.NAMESPACE)) {
            return admitToNamespace(store.longestTtl(key), request.claimedTtl(), joined);
        }
        for (Family family : families) {
            if (family.keys.contains(key)) {
                boolean there = store.has(key) || family.keys.stream().anyMatch(isThere);
                family.made |= there;
                return there || !family.made || !request.takesForNew();
            }
        }
        throw new IllegalArgumentException(key);
    }

    private boolean admitToNamespace(long known, long claimed, boolean joined) {
        boolean admitted = known >= longest || (joined && claimed >= longest);
        if (admitted) {
            longest = Math.max(longest, claimed);
        }
        return admitted;
    }
}
