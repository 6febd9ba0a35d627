package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

/**
 * A look, and what its asker calculates with.
 *
 * @param reign that answered it
 * @param time of its clock
 * @param at in real time
 */
record LookTerms(Num reign, Num time, Num at, At circumstances) {

    static LookTerms any(String name) {
        return Terms.any(LookTerms.class, name, 0);
    }

    /** It was answered before {@code t}, by a server that was the master then. */
    Truth wasAnswered(Num t, Kept kept) {
        Num now = circumstances.now();
        Truth earlier = now.atMost(time).and(circumstances.isTrusted().implies(now.is(time)));
        Truth runIsKnown =
                circumstances.run().is(run(reign)).and(circumstances.run().atLeast(0));
        return Truth.all(
                reign.atLeast(0),
                began(reign).atMost(at),
                at.atMost(t),
                time.above(0),
                kept.demands(Sentence.TIME, earlier),
                kept.demands(Sentence.TOLD, runIsKnown));
    }

    /** The register's conditions of a write by a server in some reign, but for the value. */
    Truth canSwap(Kept kept, Num otherReign, Num clock) {
        Truth inTime = clock.minus(time).atMost(LIMIT).and(time.minus(clock).atMost(LIMIT));
        return Truth.all(
                kept.demands(Sentence.SWAP_RUN, circumstances.run().is(run(otherReign))),
                kept.demands(Sentence.SWAP_LIMIT, inTime));
    }

    /** Another reign that answers so soon has another run. */
    Truth differsFrom(Num otherReign) {
        return reign.isNot(otherReign).implies(circumstances.run().isNot(run(otherReign)));
    }

    /** A value of another reign has another run, or an epoch that the asker knows to be another. */
    Truth differsFrom(Truth there, Num otherReign, Num otherEpoch) {
        Truth isOther = Truth.all(there, otherReign.atLeast(0), otherReign.isNot(reign));
        return isOther.implies(circumstances.run().isNot(run(otherReign)).or(circumstances.otherEpoch(otherEpoch)));
    }
}
