package dev.idgen.bucket;

import java.util.concurrent.CompletionStage;

/**
 * The record of who may use which numbers when. It never grants one number in two windows that overlap; everything that
 * the sequence promises stands on that.
 *
 * <p>No method blocks. A stage may complete on any thread, late or never, and a failure says nothing about what the
 * store did: callers bound their waits themselves and treat each failure as "outcome unknown". Implementations are
 * thread-safe.
 */
public interface LeaseStore {

    /**
     * Reads the namespace's record; writes the claim if there is none, and puts the claim's creation back if the record
     * is younger. A claim whose terms differ changes nothing.
     */
    CompletionStage<Namespace> join(Namespace.Claim claim);

    /**
     * Creates a bucket that was never used. Only the namespace's creator may ask, once for each bucket. When the namespace is no
     * longer new, the record counts as lost and the bucket is locked.
     *
     * @return a grant of no numbers if the bucket exists now
     */
    CompletionStage<LeaseReply> birth(int bucket, Asker asker);

    /**
     * Leases numbers of one bucket. A bucket without a record is {@link LeaseReply.Unborn} while the namespace is new, and
     * later locked because its record was lost.
     *
     * @param count how many at the most, from 1; a grant may hold fewer, but at least one
     */
    CompletionStage<LeaseReply> lease(int bucket, int count, Asker asker);

    /**
     * Keeps the window of a grant open for another ttl, if the bucket is still in the stay that granted it.
     *
     * @return a grant of the same numbers with the longer window, or {@link LeaseReply.Ended}
     */
    CompletionStage<LeaseReply> extend(int bucket, LeaseReply.Granted grant, Asker asker);

    /**
     * What a request says about the asking instance.
     *
     * @param ttlMillis how long the window is to stay open
     * @param maxTtlMillis longest window that any instance of the namespace may hold
     * @param created when the namespace was created, in epoch milliseconds of the store's clock
     */
    record Asker(long ttlMillis, long maxTtlMillis, long created) {}
}
