package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;

/**
 * Where a story happens.
 *
 * @param seed decides everything that the story's events leave to chance
 * @param layout small ones overflow all the time
 * @param servers masters over which the buckets are spread, each with a replica
 * @param runs what the servers tell of restarts and failovers
 * @param nodeBits size of the pool of node ids
 * @param leaseTtl the longest ttl of all instances, in milliseconds
 * @param maxLead how far ids may be ahead, in milliseconds
 * @param millis how long the story is
 */
record Setting(
        long seed, BucketLayout layout, int servers, Runs runs, int nodeBits, int leaseTtl, int maxLead, int millis) {

    static final String NAMESPACE = "story";

    enum Runs {
        TOLD(""),
        NOT_TOLD(", INFO refused in scripts"),
        /** Not even connections break, as behind a proxy. */
        HIDDEN(", INFO refused in scripts, behind a proxy"),
        /** By a database: when its server started, and which table this is. */
        BY_DATABASE(", a database");

        private final String text;

        Runs(String text) {
            this.text = text;
        }
    }

    boolean isDatabase() {
        return runs == Runs.BY_DATABASE;
    }

    /** Numbers in the whole layout. */
    int numbers() {
        return 1 << layout.bits();
    }

    @Override
    public String toString() {
        return "seed " + seed + ", layout " + layout + ", " + servers + (servers == 1 ? " server" : " servers")
                + runs.text;
    }
}
