package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.List;

/**
 * All that matters of one bucket, with the invariant: a server that a step is about, any other one, and two arbitrary grants of one
 * arbitrary number.
 *
 * @param t real time
 */
record BucketWorld(BucketServer mine, BucketServer other, List<Grant> grants, Num t) {

    static final Num SIZE = Num.any("quarterSize");
    static final Num USE = Num.any("use");

    /** Of the number. */
    static final Num QUARTER = Num.any("number.quarter");

    static final Num POSITION = Num.any("number.position");

    static Truth isQuarter(Num number) {
        return number.atLeast(0).and(number.below(Num.of(BucketTerms.QUARTERS)));
    }

    Truth areWindowsDisjoint() {
        return grants.get(0).isApartFrom(grants.get(1));
    }

    /** @param newest reign so far */
    Truth invariant(Num newest) {
        return Truth.all(
                SOUND,
                SIZE.above(0),
                USE.above(0),
                isQuarter(QUARTER),
                POSITION.atLeast(0),
                areWindowsDisjoint(),
                isSound(grants.get(0), newest),
                isSound(grants.get(1), newest),
                mine.reign().isNot(other.reign()),
                mine.isSound(grants, newest, t),
                other.isSound(grants, newest, t));
    }

    /** A window is extended only by the reign that granted it. */
    private Truth isSound(Grant grant, Num newest) {
        return grant.isSound(newest, t).and(grant.made().implies(grant.first().is(grant.reign())));
    }

    /** After a write: only the written value reckons with {@code changed} grants. */
    BucketWorld wrote(BucketStored next, List<Grant> after, List<Truth> changed) {
        BucketStored others = other.stored();
        return new BucketWorld(
                new BucketServer(
                        mine.reign(),
                        new BucketStored(next.value(), next.ghost().knowing(changed, changed))),
                new BucketServer(
                        other.reign(),
                        new BucketStored(others.value(), others.ghost().notKnowing(changed, changed))),
                after,
                t);
    }
}
