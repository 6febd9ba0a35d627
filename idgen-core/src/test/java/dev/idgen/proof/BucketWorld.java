package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.List;

/**
 * All that matters of one bucket, with the invariant: a server that a step is about, any other one, and two arbitrary grants of one
 * arbitrary number.
 *
 * @param t real time
 */
record BucketWorld(BucketServer mine, BucketServer other, List<BucketGrant> grants, Num t) {

    static final Num SIZE = Num.any("quarterSize");
    static final Num USE = Num.any("use");

    Truth areWindowsDisjoint() {
        return grants.get(0).isApartFrom(grants.get(1));
    }

    /** @param newest reign so far */
    Truth invariant(Num newest) {
        return Truth.all(
                SOUND,
                SIZE.above(0),
                USE.above(0),
                areWindowsDisjoint(),
                grants.get(0).isSound(newest, t),
                grants.get(1).isSound(newest, t),
                mine.reign().isNot(other.reign()),
                mine.isSound(grants, newest, t),
                other.isSound(grants, newest, t));
    }

    /** After a write: only the written value reckons with {@code changed} grants. */
    BucketWorld wrote(BucketStored next, List<BucketGrant> itsGrants, List<Truth> changed) {
        return new BucketWorld(
                new BucketServer(
                        mine.reign(),
                        new BucketStored(next.value(), next.ghost().covering(changed))),
                new BucketServer(other.reign(), other.stored().notCovering(changed)),
                itsGrants,
                t);
    }
}
