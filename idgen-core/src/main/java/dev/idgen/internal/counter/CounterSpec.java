package dev.idgen.internal.counter;

import dev.idgen.KeyTemplates;
import org.jspecify.annotations.Nullable;

/**
 * A generator whose numbers a store counts. The name of a counter is the generator's, then two colons and the key if
 * there are keys, then a colon and the period if there are periods.
 *
 * @param scheme the format of its ids; the form of its numbers says which counters it has
 * @param settings the settings of each counter
 * @param ahead how many numbers to fetch ahead; null to take each number only once a caller waits for it
 * @param keyed whether each key has a counter
 * @param templates chooses templates of keys; null if all keys have the template of the format
 * @param transactional whether numbers belong to the caller's transaction, if the store is a database
 */
public record CounterSpec(
        CounterScheme scheme,
        CounterSettings settings,
        @Nullable SegmentSettings ahead,
        boolean keyed,
        @Nullable KeyTemplates templates,
        boolean transactional) {

    /** A generator without keys and transactions. */
    public CounterSpec(CounterScheme scheme, CounterSettings settings, @Nullable SegmentSettings ahead) {
        this(scheme, settings, ahead, false, null, false);
    }
}
