package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;

/**
 * Where a story happens.
 *
 * @param seed decides everything that the story's events leave to chance
 * @param layout small ones overflow all the time
 * @param servers masters over which the buckets are spread, each with a replica
 * @param store what keeps the register
 * @param nodeBits size of the pool of node ids, 0 if none are leased
 * @param leaseTtl in milliseconds
 * @param maxLead how far ids may be ahead, in milliseconds
 * @param millis how long the story is
 */
record Setting(
        long seed, BucketLayout layout, int servers, Store store, int nodeBits, int leaseTtl, int maxLead, int millis) {

    static final String NAMESPACE = "story";

    enum Store {
        REDIS,
        /** All instances know which failover made a server master. */
        SENTINEL,
        /** Some instances know. */
        HALF_SENTINEL,
        DATABASE
    }

    boolean isDatabase() {
        return store == Store.DATABASE;
    }

    /** Whether an instance knows a server's epoch. */
    boolean tellsEpoch(int instance) {
        return store == Store.SENTINEL || (store == Store.HALF_SENTINEL && instance % 2 == 0);
    }
}
