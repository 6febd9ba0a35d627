package dev.idgen.proof;

/** The terms of {@code Circumstances}. Runs and epochs are numbers: which ones does not matter, only which are equal. */
public record At(Num now, Num expected, Truth isTrusted, Num run, Num epoch) {

    /** {@code Look.UNTOLD}. */
    public static final Num UNTOLD = Num.of(-2);

    /** {@code Look.NO_RUN}. */
    public static final Num NO_RUN = Num.of(-1);

    /** {@code Look.UNKNOWN_EPOCH}. */
    public static final Num UNKNOWN = Num.of(0);

    static At any(String name) {
        return new At(
                Num.any(name + ".now"),
                Num.any(name + ".expected"),
                Truth.any(name + ".isTrusted"),
                Num.any(name + ".run"),
                Num.any(name + ".epoch"));
    }

    Truth otherRun(Num its) {
        return run.isNot(UNTOLD).and(run.isNot(its));
    }

    Truth otherEpoch(Num its) {
        return epoch.isNot(UNKNOWN).and(epoch.isNot(its));
    }

    Num runAfter(Num before) {
        return run.is(UNTOLD).choose(before, run);
    }

    Num epochAfter(Num before) {
        return epoch.is(UNKNOWN).choose(before, epoch);
    }
}
