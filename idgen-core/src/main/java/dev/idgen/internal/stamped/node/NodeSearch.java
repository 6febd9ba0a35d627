package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.register.Obstacle;
import dev.idgen.internal.stamped.node.NodeAnswer.Elsewhere;
import dev.idgen.internal.stamped.node.NodeAnswer.InUse;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeBlocked;
import dev.idgen.internal.stamped.node.NodeAnswer.Settling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Where one attempt looks for a node id. It looks at sixteen random node ids of a random group. If all of them are in
 * use, it looks at the whole group in slices, then at the next group. If the group leases from a slot, it looks there.
 * Not thread-safe.
 */
final class NodeSearch {

    private static final int AT_RANDOM = 16;
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
    private long nextPlace;
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
            look(elsewhere.slot());
            if (!ids.isEmpty()) {
                return;
            }
            whole = true;
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
            look(NodePool.SETTLED);
        }
    }

    /** Looks at random node ids of a slot. */
    private void look(int its) {
        slot = its;
        long size = nodes.sizeOf(group, slot);
        nextPlace = size <= AT_RANDOM ? size : 0;
        Set<Long> places = new HashSet<>();
        for (long last = Math.max(0, size - AT_RANDOM); last < size; last++) { // Floyd's sampling
            if (!places.add(random.nextLong(last + 1))) {
                places.add(last);
            }
        }
        look(places.stream());
    }

    private void nextSlice() {
        long end = Math.min(nodes.sizeOf(group, slot), nextPlace + SLICE);
        if (nextPlace == end) {
            nextGroup();
        } else {
            look(LongStream.range(nextPlace, end).boxed());
            nextPlace = end;
        }
    }

    /** Looks in random order, because other instances look too. */
    private void look(Stream<Long> places) {
        List<Long> next = new ArrayList<>(
                places.sorted().map(place -> nodes.idAt(group, slot, place)).toList());
        shuffle(next);
        ids = next;
    }

    private void shuffle(List<?> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
    }
}
