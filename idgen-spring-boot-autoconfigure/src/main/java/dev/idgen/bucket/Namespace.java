package dev.idgen.bucket;

import dev.idgen.InvalidSettingException;
import dev.idgen.request.StoreNames;

/**
 * What a namespace's record in the store says.
 *
 * @param creator the instance that created the namespace
 * @param created when, in epoch milliseconds of the store's clock
 * @param ttlMillis longest lease that any instance of the namespace has asked for
 * @param terms the settings that all instances must share, see {@link NamespaceTerms}
 * @param time the store's time
 */
public record Namespace(String creator, long created, long ttlMillis, String terms, StoreTime time) {

    /**
     * Returns a name that is 1 to 64 characters {@code [0-9A-Za-z._-]}: none of them can end a part of a key.
     *
     * @throws InvalidSettingException if it is anything else
     */
    public static String checkName(String name) {
        return StoreNames.namespace(name);
    }

    /** What an instance writes if there is no record, or the record is younger than what the instance remembers. */
    public record Claim(String creator, long created, long ttlMillis, String terms) {}
}
