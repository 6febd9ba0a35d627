package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.stamped.node.NodeAnswer.InUse;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeContended;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolNoted;
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
 * Where one attempt looks for a node id: at sixteen at random of a random group; if all of them are in use, at the
 * whole group in slices; then in the next group. For one thread.
 */
final class NodeSearch {

    private static final int AT_RANDOM = 16;
    private static final int SLICE = 64;
    private static final int HOLDERS = 10;

    /** A pool's value is noted once in a run; more is a store that changes its run all the time. */
    private static final int MOST_NOTES = 3;

    private final NodePool nodes;
    private final RandomGenerator random;
    private final Deque<Integer> groups = new ArrayDeque<>();
    private List<Holder> holders = List.of();
    private long wait = Long.MAX_VALUE;
    private boolean incomplete;

    private int group;
    private int notes;
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

    /** Whether there is anything left to look at. */
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

    /** The group did not answer, and is left out. */
    void failed() {
        incomplete = true;
        nextGroup();
    }

    /** Goes on after an answer that did not end the search. */
    void answered(NodeAnswer answer) {
        if (answer instanceof PoolNoted && ++notes < MOST_NOTES) {
            return; // the same again
        }
        if (answer instanceof Settling settling) {
            wait = Math.min(wait, settling.millis());
        } else if (answer instanceof InUse inUse) {
            note(inUse.holders());
        } else {
            incomplete = true;
        }
        if (answer instanceof NodeContended
                || answer instanceof PoolNoted
                || (answer instanceof Settling its && its.whole())) {
            nextGroup();
        } else {
            nextSlice();
        }
    }

    /** Whether a group was left out that may have a node id. */
    boolean isIncomplete() {
        return incomplete;
    }

    /** How long it takes until a node id is free that is settling, in milliseconds; empty if none is. */
    OptionalLong settling() {
        return wait == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(wait);
    }

    /** The leases that end first of those that were looked at: ten at most. */
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
            notes = 0;
            long size = nodes.sizeOf(group);
            nextPlace = size <= AT_RANDOM ? size : 0;
            Set<Long> places = new HashSet<>();
            for (long last = Math.max(0, size - AT_RANDOM); last < size; last++) { // Floyd's sampling
                if (!places.add(random.nextLong(last + 1))) {
                    places.add(last);
                }
            }
            look(places.stream());
        }
    }

    private void nextSlice() {
        long end = Math.min(nodes.sizeOf(group), nextPlace + SLICE);
        if (nextPlace == end) {
            nextGroup();
        } else {
            look(LongStream.range(nextPlace, end).boxed());
            nextPlace = end;
        }
    }

    /** In random order, as others look at them, too. */
    private void look(Stream<Long> places) {
        List<Long> next = new ArrayList<>(
                places.sorted().map(place -> nodes.idAt(group, place)).toList());
        shuffle(next);
        ids = next;
    }

    private void shuffle(List<?> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
    }
}
