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

    /** It was answered before {@code t}, by a master. {@code ClockTrust} replaces a time only by an earlier one. */
    Truth wasAnswered(Num t) {
        At its = circumstances;
        return Truth.all(
                reign.atLeast(0),
                began(reign).atMost(at),
                at.atMost(t),
                time.above(0),
                its.run().is(run(reign)),
                its.run().atLeast(0),
                its.now().atMost(time),
                its.isTrusted().implies(its.now().is(time)));
    }
}
