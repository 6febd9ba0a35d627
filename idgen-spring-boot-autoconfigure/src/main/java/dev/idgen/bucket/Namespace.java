package dev.idgen.bucket;

import dev.idgen.InvalidSettingException;
import java.util.regex.Pattern;

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

    private static final Pattern NAME = Pattern.compile("[0-9A-Za-z._-]{1,64}");

    /**
     * Returns a name that is 1 to 64 characters {@code [0-9A-Za-z._-]}: none of them can end a part of a key.
     *
     * @throws InvalidSettingException if it is anything else
     */
    public static String checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidSettingException(
                    "idgen.namespace",
                    "is '" + name + "', which is not 1 to 64 characters [0-9A-Za-z._-]",
                    "Set 'idgen.namespace' to a name such as 'default' or 'shop-1'.");
        }
        return name;
    }

    /** What an instance writes if there is no record, or the record is younger than what the instance remembers. */
    public record Claim(String creator, long created, long ttlMillis, String terms) {}
}
