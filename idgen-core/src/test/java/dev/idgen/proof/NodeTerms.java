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

    static NodeTerms any(String name) {
        return new NodeTerms(
                Truth.any(name + ".there"),
                Num.any(name + ".run"),
                Num.any(name + ".epoch"),
                Num.any(name + ".doubted"),
                Num.any(name + ".end"),
                Num.any(name + ".holder"),
                Num.any(name + ".ttl"));
    }

    /** A value of which nothing is known. */
    static NodeTerms none(Num ttl) {
        return new NodeTerms(Truth.of(true), At.NO_RUN, At.UNKNOWN, Num.of(0), Num.of(0), FREE, ttl);
    }

    static NodeTerms choose(Truth condition, NodeTerms then, NodeTerms otherwise) {
        return new NodeTerms(
                condition.choose(then.there, otherwise.there),
                condition.choose(then.run, otherwise.run),
                condition.choose(then.epoch, otherwise.epoch),
                condition.choose(then.doubted, otherwise.doubted),
                condition.choose(then.end, otherwise.end),
                condition.choose(then.holder, otherwise.holder),
                condition.choose(then.ttl, otherwise.ttl));
    }

    public Truth isSameAs(NodeTerms other) {
        Truth same = Truth.all(
                run.is(other.run),
                epoch.is(other.epoch),
                doubted.is(other.doubted),
                end.is(other.end),
                holder.is(other.holder),
                ttl.is(other.ttl));
        return there.isSameAs(other.there).and(there.implies(same));
    }

    Truth isMarked() {
        return run.is(At.NO_RUN);
    }

    public NodeTerms lost(Truth isLost) {
        return new NodeTerms(there.and(isLost.not()), run, epoch, doubted, end, holder, ttl);
    }

    NodeTerms orNone(Num itsTtl) {
        return choose(there, this, none(itsTtl));
    }

    NodeTerms noted(Num itsRun, Num itsEpoch, Num itsDoubted) {
        return new NodeTerms(there, itsRun, itsEpoch, itsDoubted, end, holder, ttl);
    }

    NodeTerms marked() {
        return noted(At.NO_RUN, epoch, doubted);
    }

    NodeTerms heldBy(Num name, Num until) {
        return new NodeTerms(there, run, epoch, doubted, until, name, ttl);
    }
}
