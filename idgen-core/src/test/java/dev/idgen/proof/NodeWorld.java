package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All that matters of one node id, with the invariant: a server that a step is about, any other one, two arbitrary leases of the node id,
 * and any third.
 *
 * @param t real time
 */
record NodeWorld(NodeServer mine, NodeServer other, List<Grant> leases, Num t) {

    static final List<String> NAMES = List.of("A", "B", "C");

    NodeWorld with(NodeServer next) {
        return new NodeWorld(next, other, leases, t);
    }

    NodeWorld with(int lease, Grant then) {
        List<Grant> after = new ArrayList<>(leases);
        after.set(lease, then);
        return new NodeWorld(mine, other, List.copyOf(after), t);
    }

    /** What is true of one lease, and not of the others. */
    static List<Truth> only(int lease, Truth truth) {
        return IntStream.range(0, NAMES.size())
                .mapToObj(i -> i == lease ? truth : Truth.of(false))
                .toList();
    }

    /** Of the first so many leases. */
    Truth invariant(Num newest, int count) {
        Num reign = mine.reign();
        Num others = other.reign();
        Truth inOrder = reign.below(others)
                .choose(began(reign).atMost(began(others)), began(others).atMost(began(reign)));
        Truth sound = Truth.all(SOUND, mine.isThere(newest, t), other.isThere(newest, t), reign.isNot(others), inOrder);
        for (int i = 0; i < count; i++) {
            Grant lease = leases.get(i);
            sound = Truth.all(
                    sound,
                    lease.isSound(newest, t),
                    mine.isSound(i, lease, newest, t),
                    other.isSound(i, lease, newest, t));
            for (int j = i + 1; j < count; j++) {
                sound = sound.and(lease.isApartFrom(leases.get(j)));
            }
        }
        return sound;
    }
}
