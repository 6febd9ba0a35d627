package dev.idgen.simulation;

import dev.idgen.bucket.BucketLayout;

/**
 * Where a story happens.
 *
 * @param seed decides everything that the story's events leave to chance
 * @param layout small ones overflow all the time
 * @param servers masters over which the buckets are spread, each with a replica
 * @param appendOnly whether the servers write an append-only file, else snapshots
 * @param nodeBits size of the pool of node ids
 * @param leaseTtl the longest ttl of all instances, which the first one has, in milliseconds
 * @param millis how long the story is
 */
record Setting(
        long seed, BucketLayout layout, int servers, boolean appendOnly, int nodeBits, int leaseTtl, int millis) {

    static final String NAMESPACE = "story";

    /** Numbers in the whole layout. */
    int numbers() {
        return 1 << layout.bits();
    }

    @Override
    public String toString() {
        return "seed " + seed + ", layout " + layout + ", " + servers + (servers == 1 ? " server" : " servers")
                + (appendOnly ? " with append-only files" : " with snapshots");
    }
}
