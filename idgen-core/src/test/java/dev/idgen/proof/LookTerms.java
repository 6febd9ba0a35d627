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
        return new LookTerms(Num.any(name + ".reign"), Num.any(name + ".time"), Num.any(name + ".at"), At.any(name));
    }

    /** It was answered before {@code t}, by a server that was the master then. */
    Truth wasAnswered(Num t, Kept kept) {
        At its = circumstances;
        Truth earlier =
                its.now().atMost(time).and(its.isTrusted().implies(its.now().is(time)));
        Truth told = its.run().is(run(reign)).and(its.run().atLeast(0));
        return Truth.all(
                reign.atLeast(0),
                began(reign).atMost(at),
                at.atMost(t),
                time.above(0),
                kept.demands(ProtocolRule.TIME, earlier),
                kept.demands(Assumption.TOLD, told));
    }

    /** The register's conditions of a write by a server in some reign, but for the value. */
    Truth canSwap(Kept kept, Num itsReign, Num clock) {
        Truth inTime = clock.minus(time).atMost(LIMIT).and(time.minus(clock).atMost(LIMIT));
        return Truth.all(
                kept.demands(ProtocolRule.SWAP_RUN, circumstances.run().is(run(itsReign))),
                kept.demands(ProtocolRule.SWAP_LIMIT, inTime));
    }

    /** Another reign that answers so soon has another run. */
    Truth differsFrom(Num itsReign) {
        return reign.isNot(itsReign).implies(circumstances.run().isNot(run(itsReign)));
    }

    /** A value of another reign has another run, or an epoch that the asker knows to be another. */
    Truth differsFrom(Truth there, Num itsReign, Num itsEpoch) {
        Truth isOther = Truth.all(there, itsReign.atLeast(0), itsReign.isNot(reign));
        return isOther.implies(circumstances.run().isNot(run(itsReign)).or(circumstances.otherEpoch(itsEpoch)));
    }
}
