package dev.idgen.proof;

/** The terms of {@code Circumstances}. Runs and epochs are numbers: which ones does not matter, only which are equal. */
public record At(Num now, Num expected, Truth isTrusted, Num run, Num epoch) {

    /** {@code Look.UNTOLD}. */
    public static final Num UNTOLD = Num.of(-2);

    /** {@code Look.NO_RUN}. */
    public static final Num NO_RUN = Num.of(-1);

    /** {@code Look.UNKNOWN_EPOCH}. */
    public static final Num UNKNOWN = Num.of(0);

    Truth otherRun(Num other) {
        return run.isNot(UNTOLD).and(run.isNot(other));
    }

    Truth otherEpoch(Num other) {
        return epoch.isNot(UNKNOWN).and(epoch.isNot(other));
    }

    Num runAfter(Num before) {
        return run.is(UNTOLD).choose(before, run);
    }

    Num epochAfter(Num before) {
        return epoch.is(UNKNOWN).choose(before, epoch);
    }
}
