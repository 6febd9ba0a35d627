package dev.idgen.proof;

/** The times that both proofs leave open, and what they say of reigns. A reign is a server's time as the master. */
final class Scale {

    static final Num TTL = Num.any("ttl");
    static final Num MARGIN = Num.any("margin");

    /** Within which a swap follows its look: 500 ms. */
    static final Num LIMIT = Num.any("limit");

    /** D of {@link Sentence}. */
    static final Num SKEW = Num.any("skew");

    /** L of {@link Sentence}. */
    static final Num LIFE = Num.any("life");

    static final Truth SOUND =
            Truth.all(TTL.above(0), MARGIN.atLeast(0), LIMIT.atLeast(0), SKEW.above(0), LIFE.atLeast(0));

    private Scale() {}

    /** When a reign began, in real time. Reigns are numbered as they begin. */
    static Num began(Num reign) {
        return new Num.Applied("began", reign);
    }

    /** The run that a reign tells; a value of no reign has no run. */
    static Num run(Num reign) {
        return reign.is(NO_REIGN).choose(At.NO_RUN, new Num.Applied("run", reign));
    }

    static final Num NO_REIGN = Num.of(-1);
}
