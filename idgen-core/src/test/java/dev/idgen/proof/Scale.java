package dev.idgen.proof;

/** The times and sizes that the proofs leave open, and what they say of reigns. A reign is a server's time as the master. */
final class Scale {

    static final Num TTL = Num.any("ttl");
    static final Num MARGIN = Num.any("margin");
    static final Num OVER = Num.any("over");

    /** The length of all slots together. */
    static final Num CYCLE = Num.any("cycle");

    /** The numbers of a slot, or of a part. */
    static final Num SIZE = Num.any("size");

    /** Within which a swap follows its look: 500 ms. */
    static final Num LIMIT = Num.any("limit");

    /** D of {@link Sentence}. */
    static final Num SKEW = Num.any("skew");

    /** N of {@link Sentence}. */
    static final Num LAG = Num.any("news");

    /** For so long after it was asked, the word of a majority counts: 500 ms. */
    static final Num FRESH = Num.any("fresh");

    /** A replaced master's answers do not count later than this after its successor began. */
    static final Num LIFE = LAG.plus(FRESH);

    static final Truth SOUND = Truth.all(
            TTL.above(0),
            MARGIN.atLeast(0),
            OVER.atLeast(0),
            CYCLE.above(0),
            SIZE.above(0),
            LIMIT.atLeast(0),
            SKEW.above(0),
            LAG.atLeast(0),
            FRESH.atLeast(0));

    /** The reign of what was never written. */
    static final Num NO_REIGN = Num.of(-1);

    private Scale() {}

    /** When a reign began, in real time. Reigns are numbered as they begin. */
    static Num began(Num reign) {
        return new Num.Applied("began", reign);
    }

    /** The run that a reign tells. */
    static Num run(Num reign) {
        return reign.is(NO_REIGN).choose(DoubtFormulas.NO_RUN, new Num.Applied("run", reign));
    }

    /** The epoch of a reign. */
    static Num epoch(Num reign) {
        return reign.is(NO_REIGN).choose(Num.of(0), new Num.Applied("epoch", reign));
    }
}
