package dev.idgen.proof;

/**
 * The terms of {@code NodeValue}.
 *
 * @param there whether there is a value; if not, the others are any
 * @param holder a number for each name
 */
public record NodeTerms(Truth there, Num run, Num epoch, Num doubted, Num end, Num holder, Num ttl) {

    /** {@code NodeValue.FREE}. */
    public static final Num FREE = Num.of(-1);

    /** A value of which nothing is known. */
    static NodeTerms none(Num ttl) {
        return new NodeTerms(Truth.of(true), At.NO_RUN, At.UNKNOWN, Num.of(0), Num.of(0), FREE, ttl);
    }

    public Truth isSameAs(NodeTerms other) {
        return there.or(other.there).not().or(Terms.same(this, other));
    }

    Truth isMarked() {
        return run.is(At.NO_RUN);
    }

    public NodeTerms lost(Truth isLost) {
        return Terms.with(this, "there", there.and(isLost.not()));
    }

    NodeTerms orNone(Num askersTtl) {
        return Terms.choose(there, this, none(askersTtl));
    }

    NodeTerms noted(Num newRun, Num newEpoch, Num newDoubted) {
        return Terms.with(this, "run", newRun, "epoch", newEpoch, "doubted", newDoubted);
    }

    NodeTerms marked() {
        return Terms.with(this, "run", At.NO_RUN);
    }

    NodeTerms heldBy(Num name, Num until) {
        return Terms.with(this, "holder", name, "end", until);
    }
}
