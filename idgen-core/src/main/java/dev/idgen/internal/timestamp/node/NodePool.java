package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.setting.Region;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The node ids of a number of bits, or a region's share of them, leased as one pool. Pools of different bits are
 * independent. Regions share a pool's values if they share the store.
 *
 * <p>A pool is stored in eight groups, or fewer if it has fewer than 256 node ids. A node id's high bits are its group.
 * The last quarter of a group's node ids is for recovery, see {@link GroupRule}, unless that would be fewer than four.
 * A region is a residue of the low bits, so it spreads over all groups.
 *
 * @param bits how many bits the node ids have, 1 to {@value #MAX_BITS}
 */
public record NodePool(int bits, Region region) {

    /** The most bits that leased node ids can have. */
    public static final int MAX_BITS = 32;

    /** Instead of a slot: the regular node ids. */
    static final int REGULAR = -1;

    private static final int MOST_GROUP_BITS = 3;
    private static final int LEAST_GROUP_BITS = 5;
    private static final int MOST_SLOTS = 8;
    private static final int LEAST_SLOTS = 4;

    /** A holder of a recovery node id finds another within this time, in milliseconds. */
    private static final long OVER_MILLIS = 4000;

    public NodePool {
        if (bits < 1 || bits > MAX_BITS) {
            throw new IllegalArgumentException("node ids of " + bits + " bits, which is not between 1 and 32");
        }
    }

    /** All node ids of a number of bits. */
    public static NodePool ofBits(int bits) {
        return new NodePool(bits, Region.ALL);
    }

    /** How many regular node ids the pool has. */
    public long size() {
        return IntStream.range(0, groups())
                .mapToLong(group -> sizeOf(group, REGULAR))
                .sum();
    }

    /** How many groups the pool has, 1 to 8. In some of them, the region may have no node id. */
    public int groups() {
        return 1 << groupBits();
    }

    private int groupBits() {
        return Math.max(0, Math.min(MOST_GROUP_BITS, bits - LEAST_GROUP_BITS));
    }

    private int bitsInGroup() {
        return bits - groupBits();
    }

    /** The numbers of the groups in which the region has node ids. */
    List<Integer> ownGroups() {
        return IntStream.range(0, groups())
                .filter(group -> sizeOf(group, REGULAR) > 0)
                .boxed()
                .toList();
    }

    /** A group's name in the store. */
    String groupName(int group) {
        return "nodes:" + bits + ":" + group;
    }

    public List<String> groupNames() {
        return IntStream.range(0, groups()).mapToObj(this::groupName).toList();
    }

    /** The node ids of a group, of all regions. */
    public List<Integer> idsOf(String groupName) {
        return IntStream.range(0, 1 << bits)
                .filter(id -> groupOf(id).equals(groupName))
                .boxed()
                .toList();
    }

    /** The name, in the store, of a node id's group. */
    String groupOf(long id) {
        return groupName((int) (id >>> bitsInGroup()));
    }

    /** The rules of its groups. */
    GroupRule rule(long ttl) {
        return new GroupRule(ttl, slots(), OVER_MILLIS);
    }

    private int slots() {
        long quarter = (1L << bitsInGroup()) / 4;
        return quarter < LEAST_SLOTS ? 0 : (int) Math.min(MOST_SLOTS, quarter);
    }

    private long slotSize() {
        return slots() == 0 ? 0 : (1L << bitsInGroup()) / 4 / slots();
    }

    /** How many of a group's node ids, in all regions, are before a slot; for {@link #REGULAR}, before the group. */
    private long start(int group, int slot) {
        long groupStart = (long) group << bitsInGroup();
        return slot == REGULAR ? groupStart : groupStart + (1L << bitsInGroup()) - (slots() - slot) * slotSize();
    }

    /** A node id's slot, or {@link #REGULAR}. */
    int slotOf(long id) {
        long group = id >>> bitsInGroup();
        long recovery = id - start((int) group, 0);
        return slots() == 0 || recovery < 0 ? REGULAR : (int) (recovery / slotSize());
    }

    /** How many node ids the region has in a slot of a group. */
    long sizeOf(int group, int slot) {
        return region.count(start(group, slot + 1)) - region.count(start(group, slot));
    }

    /**
     * A node id in a slot of a group.
     *
     * @param place its index among the region's node ids there, from 0
     */
    long idAt(int group, int slot, long place) {
        return region.indexAt(region.count(start(group, slot)) + place);
    }

    @Override
    public String toString() {
        return bits + " bits" + (region.isAll() ? "" : " in region " + region);
    }
}
