package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/**
 * All that matters of one node id, with the invariant: a server that a step is about, any other one, two arbitrary leases of the node id,
 * and any third.
 *
 * @param t real time
 */
record NodeWorld(NodeServer mine, NodeServer other, List<NodeLease> leases, Num t) {

    static final List<String> NAMES = List.of("A", "B", "C");

    NodeWorld with(NodeServer itsMine) {
        return new NodeWorld(itsMine, other, leases, t);
    }

    NodeWorld with(int lease, NodeLease then) {
        List<NodeLease> its = new ArrayList<>(leases);
        its.set(lease, then);
        return new NodeWorld(mine, other, List.copyOf(its), t);
    }

    /** Of the first so many leases. */
    Truth invariant(Num newest, int count) {
        Num reign = mine.reign();
        Num its = other.reign();
        Truth inOrder = reign.below(its)
                .choose(began(reign).atMost(began(its)), began(its).atMost(began(reign)));
        Truth sound = Truth.all(SOUND, mine.isThere(newest, t), other.isThere(newest, t), reign.isNot(its), inOrder);
        for (int i = 0; i < count; i++) {
            NodeLease lease = leases.get(i);
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
