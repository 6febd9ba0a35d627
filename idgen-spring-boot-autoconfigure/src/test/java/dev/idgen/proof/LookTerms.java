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
        return new LookTerms(
                Num.any(name + ".reign"), Num.any(name + ".time"), Num.any(name + ".at"), At.any(name));
    }

    /** It was answered before {@code t}, by a server that was the master then. */
    Truth wasAnswered(Num t, Kept kept) {
        At its = circumstances;
        Truth earlier = its.now().atMost(time).and(its.isTrusted().implies(its.now().is(time)));
        Truth told = its.run().is(run(reign)).and(its.run().atLeast(0));
        return Truth.all(
                reign.atLeast(0),
                began(reign).atMost(at),
                at.atMost(t),
                time.above(0),
                kept.demands(ProtocolRule.TIME, earlier),
                kept.demands(Assumption.TOLD, told));
    }
}
