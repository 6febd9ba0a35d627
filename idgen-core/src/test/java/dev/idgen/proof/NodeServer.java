package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/** A server that is or was the master, and what it has stored. */
record NodeServer(Num reign, NodeStoredGroup group, List<NodeSeal> sealed) {

    static NodeServer any(String name) {
        return new NodeServer(
                Num.any(name),
                NodeStoredGroup.any(name),
                NodeWorld.NAMES.stream().map(its -> NodeSeal.any(name + its)).toList());
    }

    NodeServer with(NodeStoredGroup its) {
        return new NodeServer(reign, its, sealed);
    }

    NodeServer sealed(int lease, Truth condition, NodeSeal seal) {
        List<NodeSeal> seals = new ArrayList<>(sealed);
        seals.set(lease, NodeSeal.choose(condition, seal, sealed.get(lease)));
        return new NodeServer(reign, group, List.copyOf(seals));
    }

    /** Whether the node id's value was written in this reign. */
    Truth isClean() {
        NodeStored value = group.value();
        return value.value().there().and(value.ghost().reign().is(reign));
    }

    Truth isThere(Num newest, Num t) {
        return Truth.all(reign.atLeast(0), reign.atMost(newest), began(reign).atMost(t));
    }

    Truth isSound(int i, NodeLease lease, Num newest, Num t) {
        NodeStored value = group.value();
        NodeGhost ghost = value.ghost();
        NodeSeal seal = sealed.get(i);
        Truth isSealed = Truth.all(
                lease.made(), lease.first().atMost(reign), lease.reign().above(reign));
        Truth isInTime = lease.lookedAt().atMost(began(reign).plus(LIFE));
        Truth beganInTime = lease.beginAt().atMost(began(reign).plus(LIFE));
        return Truth.all(
                value.isSound(i, lease, newest),
                value.value().there().implies(ghost.reign().atMost(reign)),
                lease.made().and(lease.reign().below(reign)).implies(isInTime),
                lease.made().and(lease.first().below(reign)).implies(beganInTime),
                isClean()
                        .implies(Truth.all(
                                began(reign).atMost(ghost.noticedAt()),
                                ghost.noticedAt().atMost(t),
                                ghost.noticed().atMost(value.value().doubted()))),
                // What is not newer is reckoned with.
                Truth.all(isClean(), lease.made(), lease.reign().atMost(reign)).implies(value.covers(i, lease)),
                Truth.all(isClean(), lease.made(), lease.first().atMost(reign)).implies(value.hasHeardOf(i, lease)),
                isSealed.implies(began(reign)
                        .atMost(seal.byAt())
                        .and(lease.released().or(lease.end().atLeast(seal.by().plus(MARGIN))))),
                isSealed.and(isClean())
                        .implies(Truth.either(
                                seal.by().below(value.value().doubted().plus(TTL)),
                                value.records(i, seal.by().plus(MARGIN)),
                                lease.released().and(value.covers(i, lease)))));
    }
}
