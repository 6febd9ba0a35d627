package dev.idgen.internal.stamped.node;

import dev.idgen.internal.setting.Region;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Node ids that are leased as one pool: those of a number of bits, or a region's share of them. Pools of different
 * numbers of bits know nothing of each other; regions share the values of a pool if they share the store.
 *
 * <p>A pool is stored in eight groups, fewer if it has fewer than sixteen node ids. The high bits of a node id are its
 * group, so that a region, which is a residue of the low bits, spreads over all groups.
 *
 * @param bits how many bits the node ids have, 1 to {@value #MAX_BITS}
 */
public record NodePool(int bits, Region region) {

    /** Most bits that leased node ids can have. */
    public static final int MAX_BITS = 32;

    private static final int MOST_GROUP_BITS = 3;

    public NodePool {
        if (bits < 1 || bits > MAX_BITS) {
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

    /** How many groups there are, 1 to 8, also if the region has no node id in some of them. */
    public int groups() {
        return 1 << groupBits();
    }

    private int groupBits() {
        return Math.min(MOST_GROUP_BITS, bits - 1);
    }

    /** The groups, by number, in which the region has a node id. */
    List<Integer> ownGroups() {
        return IntStream.range(0, groups())
                .filter(group -> sizeOf(group) > 0)
                .boxed()
                .toList();
    }

    /** The name of a group in the store. */
    String groupName(int group) {
        return "nodes:" + bits + ":" + group;
    }

    /** The name of a node id's group in the store. */
    String groupOf(long id) {
        return groupName((int) (id >>> (bits - groupBits())));
    }

    /** How many node ids the region has in a group. */
    long sizeOf(int group) {
        return before(group + 1) - before(group);
    }

    /** A node id of a group, by its place among the region's, from 0. */
    long idAt(int group, long place) {
        return region.indexAt(before(group) + place);
    }

    /** How many node ids the region has in all groups before one. */
    private long before(int group) {
        return region.count((long) group << (bits - groupBits()));
    }

    @Override
    public String toString() {
        return bits + " bits" + (region.isAll() ? "" : " in region " + region);
    }
}
