package dev.idgen.internal.stamped.node;

import dev.idgen.internal.request.Region;

/**
 * Node ids that are leased as one pool: those of a number of bits, or a region's share of them. Pools of different numbers of bits know
 * nothing of each other; regions share the record of a pool if they share the store.
 *
 * @param bits how many bits the node ids have, 1 to 32
 */
public record NodePool(int bits, Region region) {

    public NodePool {
        if (bits < 1 || bits > NodeLeaseStore.MAX_BITS) {
            throw new IllegalArgumentException("node ids of " + bits + " bits, which is not between 1 and 32");
        }
    }

    /** All node ids of a number of bits. */
    public static NodePool ofBits(int bits) {
        return new NodePool(bits, Region.ALL);
    }

    /** How many node ids there are. */
    public long size() {
        return region.count(1L << bits);
    }

    @Override
    public String toString() {
        return bits + " bits" + (region.isAll() ? "" : " in region " + region);
    }
}
