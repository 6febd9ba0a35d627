package dev.idgen.bucket;

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

    /** What an instance writes if there is no record, or the record is younger than what the instance remembers. */
    public record Claim(String creator, long created, long ttlMillis, String terms) {}
}
