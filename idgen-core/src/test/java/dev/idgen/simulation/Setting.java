package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSimulation;
import dev.idgen.internal.timestamp.node.NodePool;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a story happens.
 *
 * @param seed decides everything that the story's events leave to chance
 * @param layout small ones overflow all the time
 * @param servers masters over which the groups are spread, each with a replica
 * @param store the store of leases
 * @param nodeBits size of the pool of node ids, 0 if none are leased
 * @param leaseTtl in milliseconds
 * @param millis how long the story is
 */
record Setting(long seed, BucketLayout layout, int servers, Store store, int nodeBits, int leaseTtl, int millis) {

    static final String NAMESPACE = "story";

    /** Of node ids, in milliseconds. */
    static final int NODE_TTL = 5000;

    enum Store {
        REDIS,
        /** All instances know which failover made a server master. */
        SENTINEL,
        /** Some instances know. */
        HALF_SENTINEL,
        DATABASE
    }

    /** All groups of buckets and node ids. */
    List<String> groups() {
        List<String> groups = new ArrayList<>();
        for (int bucket = 0; bucket < layout.buckets(); bucket++) {
            groups.add(BucketSimulation.groupOf(layout, bucket));
        }
        for (int group = 0; nodeBits > 0 && group < NodePool.ofBits(nodeBits).groups(); group++) {
            groups.add("nodes:" + nodeBits + ":" + group);
        }
        return groups.stream().distinct().toList();
    }

    /** Whether somebody can be asked who is the master. */
    boolean isWatched() {
        return !isDatabase();
    }

    boolean isDatabase() {
        return store == Store.DATABASE;
    }

    /** Whether an instance knows a server's epoch. */
    boolean tellsEpoch(int instance) {
        return store == Store.SENTINEL || (store == Store.HALF_SENTINEL && instance % 2 == 0);
    }
}
