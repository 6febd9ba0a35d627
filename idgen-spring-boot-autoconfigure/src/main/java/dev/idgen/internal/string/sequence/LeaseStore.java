package dev.idgen.internal.string.sequence;

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

    /** How many requests for numbers an instance has under way at a time, at most. */
    int MOST_REQUESTS = 8;

    /** How its numbers are spread over buckets. */
    BucketLayout layout();

    /**
     * Reads the namespace's record; writes the claim if there is none, its ttl if that is longer, and its terms in the place of
     * those that it replaces. A claim whose terms differ from others changes nothing.
     */
    CompletionStage<Namespace> join(Namespace.NamespaceClaim claim);

    /**
     * Leases numbers of one bucket.
     *
     * @param count how many at the most; a grant may hold fewer, but at least one. 0 takes none, but the store takes
     *     note of a doubt or an overflow that is due
     * @param seen what the asker has seen of this bucket: a record that is behind was lost
     */
    CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen);

    /**
     * Keeps the window of a grant open for another ttl, if the bucket is still in the stay that granted it.
     *
     * @return a grant of the same numbers with the longer window, or {@link LeaseReply.Ended}
     */
    CompletionStage<LeaseReply> extend(int bucket, LeaseReply.BucketGranted grant, BucketAsker asker);

    /**
     * The part of a request that describes the asking instance.
     *
     * @param ttlMillis how long the window is to stay open
     * @param settledMillis longest ttl that any instance of the namespace may use now
     * @param maxTtlMillis longest ttl that any instance of the namespace may come to use; 0 if that is not known, so that the asker
     *     can put no bucket in doubt
     * @param maxLeadMillis how far in the future a window may begin
     * @param expectedMillis the store's time as far as the instance knows, 0 if it does not
     * @param absence what a missing record means, see {@link dev.idgen.internal.request.Absence#meaning}
     */
    record BucketAsker(
            long ttlMillis,
            long settledMillis,
            long maxTtlMillis,
            long maxLeadMillis,
            long expectedMillis,
            long absence) {}

    /**
     * How far an instance has seen a bucket's record.
     *
     * @param run the server's run in the latest grant
     * @param entered when the stay of that began, in epoch milliseconds
     * @param position where the numbers of that ended in the quarter
     * @param time latest time of the store in an answer, in epoch milliseconds
     */
    record Seen(String run, long entered, int position, long time) {

        /** An instance that has seen nothing of the bucket. */
        public static final Seen NOTHING = new Seen("", 0, 0, 0);
    }
}
