package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/**
 * All that matters of one number of a bucket, or of one node id: a server that a step is about, any other one, and arbitrary grants.
 *
 * @param newest reign so far
 * @param t real time
 */
record World(Server mine, Server other, List<Grant> grants, Num newest, Num t) {

    static World any(List<String> names) {
        return new World(
                Server.any("mine", names.size()),
                Server.any("other", names.size()),
                names.stream().map(Grant::any).toList(),
                Num.any("newest"),
                Num.any("t"));
    }

    List<Server> servers() {
        return List.of(mine, other);
    }

    World with(Server next, Server others) {
        return new World(next, others, grants, newest, t);
    }

    World with(Server next) {
        return with(next, other);
    }

    World with(int i, Grant grant) {
        List<Grant> changed = new ArrayList<>(grants);
        changed.set(i, grant);
        return new World(mine, other, List.copyOf(changed), newest, t);
    }

    World at(Num later) {
        return new World(mine, other, grants, newest, later);
    }

    /** Reigns are numbered as they begin. */
    Truth isInOrder() {
        Num a = mine.reign();
        Num b = other.reign();
        Truth began = a.below(b).choose(began(a).atMost(began(b)), began(b).atMost(began(a)));
        return Truth.all(
                SOUND, newest.atLeast(0), mine.isThere(newest, t), other.isThere(newest, t), a.isNot(b), began);
    }

    /** What all proofs say of the first so many grants. */
    Truth isSound(int count) {
        Truth sound = Truth.all(isInOrder(), mine.isSound(newest, t), other.isSound(newest, t));
        for (int i = 0; i < count; i++) {
            Grant grant = grants.get(i);
            sound = Truth.all(
                    sound, grant.isSound(newest, t), grant.isInTime(mine.reign()), grant.isInTime(other.reign()));
            for (int j = i + 1; j < count; j++) {
                sound = sound.and(grant.isApartFrom(grants.get(j)));
            }
        }
        return sound;
    }
}
