package dev.idgen.internal.stamped.node;

import dev.idgen.internal.setting.Region;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The node ids of a number of bits, or a region's share of them, leased as one pool. Pools of different bits are
 * independent. Regions share a pool's values if they share the store.
 *
 * <p>A pool is stored in eight groups, or fewer if it has fewer than sixteen node ids. A node id's high bits are its
 * group. A region is a residue of the low bits, so it spreads over all groups.
 *
 * @param bits how many bits the node ids have, 1 to {@value #MAX_BITS}
 */
public record NodePool(int bits, Region region) {

    /** The most bits that leased node ids can have. */
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

    /** How many node ids the pool has. */
    public long size() {
        return region.count(1L << bits);
    }

    /** How many groups the pool has, 1 to 8. In some of them, the region may have no node id. */
    public int groups() {
        return 1 << groupBits();
    }

    private int groupBits() {
        return Math.min(MOST_GROUP_BITS, bits - 1);
    }

    /** The numbers of the groups in which the region has node ids. */
    List<Integer> ownGroups() {
        return IntStream.range(0, groups())
                .filter(group -> sizeOf(group) > 0)
                .boxed()
                .toList();
    }

    /** A group's name in the store. */
    String groupName(int group) {
        return "nodes:" + bits + ":" + group;
    }

    /** The name, in the store, of a node id's group. */
    String groupOf(long id) {
        return groupName((int) (id >>> (bits - groupBits())));
    }

    /** How many node ids the region has in a group. */
    long sizeOf(int group) {
        return before(group + 1) - before(group);
    }

    /**
     * A node id of a group.
     *
     * @param place its index among the region's node ids in the group, from 0
     */
    long idAt(int group, long place) {
        return region.indexAt(before(group) + place);
    }

    /** How many node ids the region has in all earlier groups. */
    private long before(int group) {
        return region.count((long) group << (bits - groupBits()));
    }

    @Override
    public String toString() {
        return bits + " bits" + (region.isAll() ? "" : " in region " + region);
    }
}
