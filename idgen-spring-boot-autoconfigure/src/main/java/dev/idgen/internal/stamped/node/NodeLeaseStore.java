package dev.idgen.internal.stamped.node;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * The record of who holds which node id when. It never grants one node id in two windows that overlap; that generators with
 * leased node ids make no id twice stands on that.
 *
 * <p>Node ids 0 to 2^bits - 1 form a pool for each number of bits; pools know nothing of each other. An asker of a region is
 * leased node ids of that region only.
 *
 * <p>No method blocks. A stage may complete on any thread, late or never, and a failure says nothing about what the
 * store did: callers bound their waits themselves and treat each failure as "outcome unknown". Implementations are
 * thread-safe.
 */
public interface NodeLeaseStore {

    /** Most bits that leased node ids can have. */
    int MAX_BITS = 32;

    /** How many places besides the record tell that a pool is not new. */
    int WITNESSES = 8;

    /** What kind of store it is, as {@code idgen.store} has it: {@code redis}, for example; {@code own} if it is the application's. */
    default String name() {
        return "own";
    }

    /**
     * Leases a node id that nobody holds: one that was given back, else one that was never used, else the one whose window
     * closed first. To a holder that has a node id already, because an answer was late, it leases that one again.
     *
     * <p>Takes time in proportion to the node ids that were ever used; the other methods take constant time.
     *
     * @return {@link NodeLeaseReply.NodeGranted}, {@link NodeLeaseReply.Exhausted}, {@link NodeLeaseReply.Settling} or
     *     {@link NodeLeaseReply.PoolUnborn}
     */
    CompletionStage<NodeLeaseReply> acquire(NodeAsker asker);

    /**
     * Keeps a window open for another ttl. A record that lost the lease takes it back if the node id cannot have been given
     * to anybody since.
     *
     * @param node the node id held
     * @param notBefore start of its window, in epoch milliseconds
     * @param notAfter end of its window as far as the holder knows, in epoch milliseconds
     * @return {@link NodeLeaseReply.NodeGranted} with the longer window, {@link NodeLeaseReply.Lost}, or
     *     {@link NodeLeaseReply.Settling} if the store cannot tell yet
     */
    CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter);

    /**
     * Gives a node id back before its window ends. Nothing happens if the asker does not hold it.
     *
     * @param lastStamp no id was or will be stamped with a later time, in epoch milliseconds
     * @return {@link NodeLeaseReply.Released}
     */
    CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp);

    /**
     * Looks at one of the places that tell that a pool is not new.
     *
     * @param place 0 to {@link #WITNESSES} - 1
     * @param mark whether to make it tell so from now on
     * @return the store's clock in epoch milliseconds if nothing was there, else empty
     */
    CompletionStage<OptionalLong> witness(int bits, int place, boolean mark);

    /**
     * The part of a request that describes the asking instance.
     *
     * @param nodes the node ids it is leased one of
     * @param holder a text that no other lease has, now or later, and that tells people who this is
     * @param ttl how long the window is to stay open, and what this instance knows of others' ttls
     * @param expectedMillis the store's time as far as this instance knows, in epoch milliseconds, or 0
     * @param absence what a missing record means, see {@link Absence#meaning}
     */
    record NodeAsker(NodePool nodes, String holder, LongestTtl.TtlClaim ttl, long expectedMillis, long absence) {

        /** How many bits the node ids have. */
        public int bits() {
            return nodes.bits();
        }

        /** How many node ids it may be leased one of. */
        public long size() {
            return nodes.size();
        }
    }
}
