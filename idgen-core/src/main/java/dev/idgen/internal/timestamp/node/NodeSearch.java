package dev.idgen.internal.timestamp.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.timestamp.node.NodeAnswer.Elsewhere;
import dev.idgen.internal.timestamp.node.NodeAnswer.InUse;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeBlocked;
import dev.idgen.internal.timestamp.node.NodeAnswer.Settling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * Where one attempt looks for a node id: in a random slice of a random group, then in the group's other slices, then in
 * the next group. If the group leases from a slot, it looks there. Not thread-safe.
 */
final class NodeSearch {

    private static final int SLICE = 64;
    private static final int HOLDERS = 10;

    private final NodePool nodes;
    private final RandomGenerator random;
    private final Deque<Integer> groups = new ArrayDeque<>();
    private List<Holder> holders = List.of();
    private long wait = Long.MAX_VALUE;
    private boolean incomplete;

    private int group;
    private int slot;
    private boolean moved;
    private long first;
    private long looked;
    private List<Long> ids = List.of();

    NodeSearch(NodePool nodes, RandomGenerator random) {
        this.nodes = nodes;
        this.random = random;
        List<Integer> own = new ArrayList<>(nodes.ownGroups());
        shuffle(own);
        groups.addAll(own);
        nextGroup();
    }

    /** Whether nothing is left to look at. */
    boolean isOver() {
        return ids.isEmpty();
    }

    /** The group to look in. */
    int group() {
        return group;
    }

    /** The node ids to look at. */
    List<Long> ids() {
        return ids;
    }

    /** Skips the group, because it did not answer. */
    void failed() {
        incomplete = true;
        nextGroup();
    }

    /** Continues after an answer that did not end the search. */
    void answered(NodeAnswer answer) {
        boolean whole = false;
        if (answer instanceof Elsewhere elsewhere && !moved) {
            moved = true;
            read(elsewhere.slot());
            return;
        } else if (answer instanceof Settling settling) {
            wait = Math.min(wait, settling.millis());
            whole = settling.whole();
        } else if (answer instanceof InUse inUse) {
            note(inUse.holders());
        } else {
            incomplete |= !(answer instanceof NodeBlocked blocked) || blocked.obstacle() != Obstacle.UNREADABLE;
            whole = true;
        }
        if (whole) {
            nextGroup();
        } else {
            nextSlice();
        }
    }

    /** Whether a group that may have a free node id was skipped. */
    boolean isIncomplete() {
        return incomplete;
    }

    /** How long, in milliseconds, until a node id may be free after a doubt; empty if there is no doubt. */
    OptionalLong settling() {
        return wait == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(wait);
    }

    /** Of the looked-at leases, those that end first; at most ten. */
    List<Holder> holders() {
        return holders;
    }

    private void note(List<Holder> more) {
        Set<Holder> all = new TreeSet<>(Comparator.comparing(Holder::until).thenComparing(Holder::node));
        all.addAll(holders);
        all.addAll(more);
        holders = all.stream().limit(HOLDERS).toList();
    }

    private void nextGroup() {
        Integer next = groups.poll();
        ids = List.of();
        if (next != null) {
            group = next;
            moved = false;
            read(NodePool.REGULAR);
        }
    }

    /** Looks in a slot, beginning with a random slice. */
    private void read(int wanted) {
        slot = wanted;
        looked = 0;
        long size = nodes.sizeOf(group, slot);
        first = size == 0 ? 0 : random.nextLong(size);
        ids = List.of();
        nextSlice();
    }

    /** Looks in random order, because other instances look too. */
    private void nextSlice() {
        long size = nodes.sizeOf(group, slot);
        long end = Math.min(size, looked + SLICE);
        if (looked == end) {
            nextGroup();
            return;
        }
        List<Long> next = new ArrayList<>(LongStream.range(looked, end)
                .mapToObj(place -> nodes.idAt(group, slot, (first + place) % size))
                .toList());
        shuffle(next);
        looked = end;
        ids = next;
    }

    private void shuffle(List<?> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
    }
}
