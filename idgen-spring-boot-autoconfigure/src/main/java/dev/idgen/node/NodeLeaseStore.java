package dev.idgen.node;

import java.util.concurrent.CompletionStage;

/**
 * The record of who holds which node id when. It never grants one node id in two windows that overlap; that generators with
 * leased node ids make no id twice stands on that.
 *
 * <p>Node ids 0 to 2^bits - 1 form a pool for each number of bits; pools know nothing of each other.
 *
 * <p>No method blocks. A stage may complete on any thread, late or never, and a failure says nothing about what the
 * store did: callers bound their waits themselves and treat each failure as "outcome unknown". Implementations are
 * thread-safe.
 */
public interface NodeLeaseStore {

    /** Most bits that leased node ids can have. */
    int MAX_BITS = 32;

    /**
     * Leases a node id that nobody holds: the one that has been free for longest, else one that was never used. To a
     * holder that has a node id already, because an answer was late, it leases that one again.
     *
     * <p>Takes time in proportion to the node ids that were ever used; the other methods take constant time.
     *
     * @return {@link NodeLeaseReply.Granted}, {@link NodeLeaseReply.Exhausted} or {@link NodeLeaseReply.Settling}
     */
    CompletionStage<NodeLeaseReply> acquire(Asker asker);

    /**
     * Keeps a window open for another ttl. A record that lost the lease, in a failover or altogether, takes it back if the
     * window is open and the node id was not given to anybody since.
     *
     * @param node the node id held
     * @param notBefore start of its window, in epoch milliseconds
     * @param notAfter end of its window as far as the holder knows, in epoch milliseconds
     * @return {@link NodeLeaseReply.Granted} with the longer window, or {@link NodeLeaseReply.Lost}
     */
    CompletionStage<NodeLeaseReply> renew(Asker asker, long node, long notBefore, long notAfter);

    /**
     * Gives a node id back before its window ends. Nothing happens if the asker does not hold it.
     *
     * @param lastStamp no id was or will be stamped with a later time, in epoch milliseconds
     * @return {@link NodeLeaseReply.Released}
     */
    CompletionStage<NodeLeaseReply> release(Asker asker, long node, long lastStamp);

    /**
     * What a request says about the asking instance.
     *
     * @param bits the pool: how many bits its node ids have, 1 to 32
     * @param holder a text that no other lease has, now or later, and that tells people who this is
     * @param ttlMillis how long the window is to stay open
     * @param maxTtlMillis longest ttl that this instance has seen anybody ask for
     * @param known whether this instance has seen the pool's record before; if it is gone then, it was lost
     */
    record Asker(int bits, String holder, long ttlMillis, long maxTtlMillis, boolean known) {

        public Asker {
            if (bits < 1 || bits > 32) {
                throw new IllegalArgumentException("node ids of " + bits + " bits, which is not between 1 and 32");
            }
        }

        /** How many node ids the pool has. */
        public long size() {
            return 1L << bits;
        }
    }
}
