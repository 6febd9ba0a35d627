package dev.idgen.internal.string.sequence;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.request.StoreNames;
import java.util.List;

/**
 * A namespace's record in the store.
 *
 * @param ttlMillis longest lease that any instance of the namespace has asked for
 * @param settledMillis longest lease that may be used: every instance has had the time to read that there are such
 * @param terms the settings that all instances must share, see {@link NamespaceTerms}
 * @param clock the store's clock, in epoch milliseconds
 */
public record Namespace(long ttlMillis, long settledMillis, String terms, long clock) {

    /**
     * Returns a name that is 1 to 64 characters {@code [0-9A-Za-z._-]}: none of them can end a part of a key.
     *
     * @throws InvalidSettingException if it is anything else
     */
    public static String checkName(String name) {
        return StoreNames.namespace(name);
    }

    /**
     * The record that an instance writes if there is none, or if it needs a longer lease than the record says.
     *
     * @param settledMillis what a new record says is settled
     * @param settles whether that has settled now, so that a record that is there says it, too
     * @param replaced terms in the place of which a record has these from now on
     */
    public record NamespaceClaim(
            long ttlMillis, long settledMillis, boolean settles, String terms, List<String> replaced) {}
}
