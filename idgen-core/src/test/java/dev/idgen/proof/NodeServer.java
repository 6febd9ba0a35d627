package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/**
 * A server that is or was the master, and what it has stored.
 *
 * @param sealed for each lease of this reign or before, the line of a newer reign in which it was renewed first
 */
record NodeServer(Num reign, NodeStoredGroup group, List<Line> sealed) {

    static NodeServer any(String name) {
        return Terms.any(NodeServer.class, name, NodeWorld.NAMES.size());
    }

    NodeServer with(NodeStoredGroup other) {
        return new NodeServer(reign, other, sealed);
    }

    NodeServer sealed(int lease, Truth condition, Line seal) {
        List<Line> seals = new ArrayList<>(sealed);
        seals.set(lease, Terms.choose(condition, seal, sealed.get(lease)));
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

    Truth isSound(int i, Grant lease, Num newest, Num t) {
        NodeStored value = group.value();
        Ghost ghost = value.ghost();
        Line seal = sealed.get(i);
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
                                began(reign).atMost(ghost.line().noticedAt()),
                                ghost.line().noticedAt().atMost(t),
                                ghost.line().noticed().atMost(value.value().doubted()))),
                // What is not newer is reckoned with.
                Truth.all(isClean(), lease.made(), lease.reign().atMost(reign)).implies(value.covers(i, lease)),
                Truth.all(isClean(), lease.made(), lease.first().atMost(reign)).implies(value.hasHeardOf(i, lease)),
                isSealed.implies(began(reign)
                        .atMost(seal.noticedAt())
                        .and(lease.released()
                                .or(lease.end().atLeast(seal.noticed().plus(MARGIN))))),
                isSealed.and(isClean())
                        .implies(Truth.either(
                                seal.noticed().below(value.value().doubted().plus(TTL)),
                                value.records(i, seal.noticed().plus(MARGIN)),
                                lease.released().and(value.covers(i, lease)))));
    }
}
