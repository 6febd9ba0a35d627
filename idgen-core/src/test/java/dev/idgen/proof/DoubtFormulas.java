package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

/**
 * The doubts of {@code GroupRule}, line by line. What the solver proves and what is compared with the shipped rule is this one transcript. Runs are
 * numbers: which ones does not matter, only which are equal.
 */
public record DoubtFormulas(Kept kept) {

    /** {@code Snapshot.UNKNOWN_RUN}. */
    public static final Num UNKNOWN_RUN = Num.of(-2);

    /** No run: the doubt of a value that knows of none. */
    public static final Num NO_RUN = Num.of(-1);

    /** {@code Snapshot.UNKNOWN_EPOCH}. */
    private static final Num UNKNOWN = Num.of(0);

    /** The terms of {@code Snapshot}. */
    public record Snapshot(Num time, Num run, Num epoch) {}

    /** The terms of {@code GroupValue.doubt()}. */
    public record Doubt(Num run, Num epoch, Num doubted) {

        /** {@code BucketValue.NONE} has it. */
        public static final Doubt NONE = new Doubt(NO_RUN, UNKNOWN, Num.of(0));
    }

    /**
     * The terms of {@code GroupValue}.
     *
     * @param there whether there is a value; if not, the others are any
     */
    public record Group(Truth there, Doubt doubt) {

        public static final Group NONE = new Group(Truth.of(false), Doubt.NONE);

        Num doubted() {
            return doubt.doubted;
        }
    }

    public Truth isDoubted(Group group, Snapshot snapshot, Num seen) {
        Doubt latest = group.doubt;
        Truth isOfAnotherRun = snapshot.run.isNot(UNKNOWN_RUN).and(snapshot.run.isNot(latest.run));
        Truth isOfEarlierEpoch = snapshot.epoch.isNot(UNKNOWN).and(latest.epoch.below(snapshot.epoch));
        Truth isDoubted = Truth.either(
                kept.forbids(RUN, isOfAnotherRun), kept.forbids(EPOCH, isOfEarlierEpoch), latest.doubted.below(seen));
        return group.there.choose(isDoubted, Truth.of(kept.has(MISSING)));
    }

    public Group noted(Group group, Snapshot snapshot, Num seen) {
        Doubt before = Terms.choose(group.there, group.doubt, Doubt.NONE);
        Num run = group.there.and(snapshot.run.is(UNKNOWN_RUN)).choose(before.run, snapshot.run);
        Num epoch = group.there.and(snapshot.epoch.is(UNKNOWN)).choose(before.epoch, snapshot.epoch);
        Num doubted = kept.has(LATER) ? before.doubted.max(seen).max(snapshot.time) : snapshot.time;
        return new Group(Truth.of(true), new Doubt(run, epoch, doubted));
    }
}
